// A model of back-channel logout: random sequences of sign-ins by clients and of all ways to end a session. The
// invariants of docs/adr/0055-back-channel-logout.md are checked after each step. POSTERN_TEST_SEED repeats a run.
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  ADMIN,
  clientCredentials,
  createApprovedAuthorization,
  exchangeAuthorization,
  type IssuedTokens,
  makeClient,
  OAUTH_SETTINGS,
  refreshClientSession,
  signInByClient,
} from '../support/database/oauth.ts';
import {
  api,
  client,
  createConfirmedPerson,
  openSqlApi,
  SETTINGS,
  type SqlPerson,
} from '../support/database/sql_api.ts';
import { checkModel, stepsArbitrary } from './model.ts';

const sql_api = await openSqlApi();
const { sql } = sql_api.db;
test.after(() => sql_api.db.drop());

const ADDRESS = 'https://client.example.com/backchannel';

/** Ways to end sessions. OWN contains those that the client itself requests. */
const OWN = ['client_revokes', 'client_logs_out', 'client_token_signs_out'] as const;
const ENDS = [
  ...OWN,
  'sign_out_global',
  'sign_out_others',
  'sign_out_local',
  'end_session',
  'revoke_grant',
  'admin_revokes_grant',
  'admin_ends_sessions',
  'admin_ends_every_session',
  'new_password',
  'ban',
  'reuse_of_refresh_token',
  'reuse_of_code',
  'delete_client',
  'delete_user',
  'soft_delete_user',
  'purge_after_not_after',
  'statement_revokes',
  'statement_deletes_sessions',
  'statement_deletes_user',
  'address_removed',
] as const;
type End = (typeof ENDS)[number];

interface Step {
  readonly does: End | 'sign_in' | 'refresh';
  readonly who: number;
  readonly what: number;
}

interface OpenedSession {
  readonly person: SqlPerson;
  readonly client_id: string;
  readonly code: string;
  issued: IssuedTokens;
}

interface LogoutModel {
  readonly people: SqlPerson[];
  readonly clients: { id: string; told: boolean }[];
  readonly opened: OpenedSession[];
  /** Ids of the sessions for which a logout token must have been queued. */
  readonly due: Set<string>;
}

const pick = <T>(list: readonly T[], at: number): T | undefined => list[at % Math.max(1, list.length)];
const asAdmin = { claims: ADMIN, settings: OAUTH_SETTINGS, client };

/** Errors of users and clients that earlier steps have signed out, banned or deleted. */
const CANNOT_AUTHORIZE = ['session_not_found', 'user_banned', 'user_not_found', 'oauth_client_not_found'];

async function performStep(world: LogoutModel, { does, who, what }: Step): Promise<void> {
  const person = pick(world.people, who) as SqlPerson;
  const app = pick(world.clients, what)?.id as string;
  const one = pick(world.opened, what);
  const session_id = one?.issued.refresh.session_id ?? null;
  const user_id = person.id;
  const own = { claims: person.claims, settings: SETTINGS, client };
  switch (does) {
    case 'sign_in': {
      const code = await createApprovedAuthorization(sql, app, person, { scope: 'openid offline_access' }).catch(
        (error: Error) => {
          if (CANNOT_AUTHORIZE.some((one) => error.message.includes(`"code":"${one}"`))) return null;
          throw error;
        },
      );
      if (code === null) return;
      const answer = await exchangeAuthorization(sql, app, code);
      if (answer.refused !== undefined) return;
      world.opened.push({ person, client_id: app, code, issued: answer as unknown as IssuedTokens });
      return;
    }
    case 'refresh': {
      if (one === undefined) return;
      const answer = await refreshClientSession(sql, one.client_id, one.issued, { scope: '' });
      if (answer.refused === undefined) one.issued = answer as unknown as IssuedTokens;
      return;
    }
    case 'client_revokes':
      if (one === undefined) return;
      await api(sql, 'revoke_authorized_session', {
        proof: clientCredentials(one.client_id),
        user_id: one.person.id,
        session_id,
        client,
      });
      return;
    case 'client_logs_out':
      if (one === undefined) return;
      await api(sql, 'end_authorized_session', {
        hint: { aud: one.client_id, sub: one.person.id, sid: session_id },
        client,
      });
      return;
    case 'client_token_signs_out':
      if (one === undefined) return;
      await api(sql, 'sign_out', { ...own, claims: one.issued.claims, scope: 'global' });
      return;
    case 'sign_out_global':
    case 'sign_out_others':
    case 'sign_out_local':
      await api(sql, 'sign_out', { ...own, scope: does.replace('sign_out_', '') });
      return;
    case 'end_session':
      await api(sql, 'end_session', { ...own, session_id });
      return;
    case 'revoke_grant':
      await api(sql, 'revoke_grant', { ...own, client_id: app });
      return;
    case 'admin_revokes_grant':
      await api(sql, 'revoke_user_grant', { ...asAdmin, user_id, client_id: app });
      return;
    case 'admin_ends_sessions':
      await api(sql, 'end_sessions', { ...asAdmin, user_id });
      return;
    case 'admin_ends_every_session':
      await api(sql, 'end_every_session', { ...asAdmin, most: 1000, dry_run: false });
      return;
    case 'new_password':
      await api(sql, 'change_user', { ...asAdmin, user_id, password: `new password ${what}` });
      return;
    case 'ban':
      await api(sql, 'change_user', { ...asAdmin, user_id, ban_duration: what % 2 ? '1h' : 'none' });
      return;
    case 'reuse_of_refresh_token': {
      if (one === undefined) return;
      const stale = {
        ...one.issued,
        refresh: { ...one.issued.refresh, counter: Number(one.issued.refresh.counter) - 2 },
      };
      if (stale.refresh.counter >= 0) await refreshClientSession(sql, one.client_id, stale, { scope: '' });
      return;
    }
    case 'reuse_of_code':
      if (one !== undefined) await exchangeAuthorization(sql, one.client_id, one.code);
      return;
    case 'delete_client':
      // Deletes only some clients, so that later operations still find one.
      if (what % 5 === 0) await api(sql, 'delete_oauth_client', { ...asAdmin, client_id: app });
      return;
    case 'delete_user':
    case 'soft_delete_user':
      if (what % 5 === 0)
        await api(sql, 'delete_user', { ...asAdmin, user_id, should_soft_delete: does === 'soft_delete_user' });
      return;
    case 'purge_after_not_after':
      if (session_id === null) return;
      await sql`update auth.sessions set not_after = auth_lib.clock() - interval '1 s' where id = ${session_id}`;
      await sql`select auth_api.purge_expired(1000, '{}')`;
      return;
    case 'statement_revokes':
      await sql`update auth.sessions set revoked_at = now(), revoked_reason = 'admin' where id = ${session_id} and revoked_at is null`;
      return;
    case 'statement_deletes_sessions':
      await sql`delete from auth.sessions where user_id = ${user_id}`;
      return;
    case 'statement_deletes_user':
      if (what % 5 === 0) await sql`delete from auth.users where id = ${user_id}`;
      return;
    case 'address_removed':
      if (what % 3 !== 0) return;
      await api(sql, 'change_oauth_client', { ...asAdmin, client_id: app, metadata: { backchannel_logout_uri: '' } });
      for (const known of world.clients) if (known.id === app) known.told = false;
  }
}

const liveSessions = async (): Promise<Map<string, string>> =>
  new Map(
    (
      await sql<{ id: string; client: string }[]>`
        select id, oauth_client_id as client from auth.sessions where oauth_client_id is not null and revoked_at is null`
    ).map(({ id, client }) => [id, client]),
  );

const counts = new Map<string, number>();

async function checkInvariants(world: LogoutModel, step: Step, before: ReadonlyMap<string, string>): Promise<void> {
  const after = await liveSessions();
  const own = (OWN as readonly string[]).includes(step.does);
  for (const [id, app] of before) {
    if (after.has(id)) continue;
    counts.set(step.does, (counts.get(step.does) ?? 0) + 1);
    if (!own && world.clients.some((known) => known.id === app && known.told)) world.due.add(id);
  }
  const rows = await sql<{ session_id: string; jobs: number; state: string }[]>`
    select l.session_id, l.state, (select count(*)::int from auth_queue.job as j
      where j.name = 'logouts' and j.data ->> 'logout_id' = l.id::text) as jobs
    from auth.oauth_logouts as l where l.client_id = any (${world.clients.map(({ id }) => id)})`;
  assert.equal(rows.map(({ session_id }) => session_id).sort(), [...world.due].sort(), `after ${step.does}`);
  assert.ok(
    rows.every(({ jobs, state }) => jobs === 1 && state === 'queued'),
    `each has one job, after ${step.does}`,
  );
}

test('each session that ends has one logout, except for clients that asked for it or have no address', async () => {
  const step = fc.record({
    does: fc.oneof(
      { weight: 3, arbitrary: fc.constant('sign_in' as const) },
      { weight: 1, arbitrary: fc.constant('refresh' as const) },
      { weight: 4, arbitrary: fc.constantFrom(...ENDS) },
    ),
    who: fc.nat(2),
    what: fc.nat(20),
  });
  const seed = await checkModel({
    of: import.meta.url,
    name: 'logouts',
    sequences: stepsArbitrary(step, 12, 30),
    numRuns: 40,
    async run(sequence) {
      const world: LogoutModel = {
        people: [
          await createConfirmedPerson(sql_api),
          await createConfirmedPerson(sql_api),
          await createConfirmedPerson(sql_api),
        ],
        clients: [
          { id: await makeClient(sql, { backchannel_logout_uri: ADDRESS }), told: true },
          { id: await makeClient(sql, { backchannel_logout_uri: ADDRESS }), told: true },
          { id: await makeClient(sql), told: false },
        ],
        opened: [],
        due: new Set(),
      };
      for (const one of sequence) {
        const before = await liveSessions();
        await performStep(world, one);
        await checkInvariants(world, one, before);
      }
    },
  });
  assert.ok(counts.size > 8, `ways that ended a session with seed ${seed}: ${[...counts.keys()].join(' ')}`);
});

for (const does of ENDS.filter((name) => name !== 'sign_out_local' && name !== 'address_removed'))
  test(`${does} ends a session of a client, and it has a logout unless its client asked`, async () => {
    const [person, told] = [
      await createConfirmedPerson(sql_api),
      await makeClient(sql, { backchannel_logout_uri: ADDRESS }),
    ];
    const code = await createApprovedAuthorization(sql, told, person, { scope: 'openid offline_access' });
    const issued = (await exchangeAuthorization(sql, told, code)) as unknown as IssuedTokens;
    const world: LogoutModel = {
      people: [person],
      clients: [{ id: told, told: true }],
      opened: [{ person, client_id: told, code, issued }],
      due: new Set(),
    };
    if (does === 'reuse_of_refresh_token')
      for (const what of [0, 0, 0]) await performStep(world, { does: 'refresh', who: 0, what });
    const before = await liveSessions();
    // 15 is odd, which selects a ban, and a multiple of 5, which selects a deletion.
    const step: Step = { does, who: 0, what: 15 };
    await performStep(world, step);
    await checkInvariants(world, step, before);
    assert.is((await liveSessions()).has(issued.refresh.session_id), false, 'the session has ended');
    const own = (OWN as readonly string[]).includes(does);
    assert.equal([...world.due], own ? [] : [issued.refresh.session_id]);
  });

test('a transaction that is rolled back leaves neither a logout nor a job', async () => {
  const told = await makeClient(sql, { backchannel_logout_uri: ADDRESS });
  const { refresh } = await signInByClient(sql, told, await createConfirmedPerson(sql_api));
  const undone = sql.begin(async (within) => {
    await within`update auth.sessions set revoked_at = now(), revoked_reason = 'admin' where id = ${refresh.session_id}`;
    assert.is((await within`select from auth.oauth_logouts where session_id = ${refresh.session_id}`).length, 1);
    throw new Error('undone');
  });
  await undone.then(
    () => assert.unreachable(),
    (error: Error) => assert.is(error.message, 'undone'),
  );
  assert.is((await sql`select from auth.oauth_logouts where session_id = ${refresh.session_id}`).length, 0);
  assert.is((await sql`select from auth_queue.job where data ->> 'client_id' = ${told}`).length, 0);
});

test.run();
