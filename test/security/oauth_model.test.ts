// A model of the OAuth server: random sequences of requests by clients, users and administrators. After each operation
// the test checks the invariants of docs/oauth-states.md. POSTERN_TEST_SEED repeats a run.
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  ADMIN,
  createStartedAuthorization,
  decideAuthorization,
  exchangeAuthorization,
  getAuthorization,
  makeClient,
  OAUTH_SETTINGS,
  refreshClientSession,
} from '../support/database/oauth.ts';
import {
  api,
  type CallResult,
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

const OPERATIONS = [
  'begin',
  'open',
  'approve',
  'deny',
  'decide_twice',
  'exchange',
  'exchange_elsewhere',
  'exchange_without_verifier',
  'refresh',
  'revoke_grant',
  'delete_client',
  'sign_out',
  'ban',
  'wait',
  'whole_flow',
] as const;

interface ModelStep {
  readonly does: (typeof OPERATIONS)[number];
  readonly who: number;
  readonly what: number;
  readonly scope: string;
}

interface ModelState {
  readonly people: SqlPerson[];
  readonly clients: string[];
  /**
   * Authorizations by id: the client, the user who opened the authorization first, the first decision, and the number
   * of sessions that its code has opened.
   */
  readonly authorizations: Map<string, { client: string; user?: string; decided?: 'approve' | 'deny'; opened: number }>;
  readonly tokens: { client: string; answer: CallResult }[];
}

const pick = <T>(list: readonly T[], at: number): T | undefined => list[at % Math.max(1, list.length)];

async function performStep(world: ModelState, { does, who, what, scope }: ModelStep): Promise<void> {
  const person = pick(world.people, who) as SqlPerson;
  const app = pick(world.clients, what) as string;
  const id = pick([...world.authorizations.keys()], what);
  const known = id === undefined ? undefined : world.authorizations.get(id);
  switch (does) {
    case 'begin': {
      const started = await createStartedAuthorization(sql, app, { scope }).catch(() => undefined);
      if (started) world.authorizations.set(started, { client: app, opened: 0 });
      return;
    }
    case 'open': {
      if (id === undefined || known === undefined) return;
      const { refused, outcome } = await getAuthorization(sql, id, person);
      if (refused === undefined) {
        if (outcome === 'code') known.decided ??= 'approve';
        assert.ok(known.user === undefined || known.user === person.id, 'an authorization never gets a second user');
        known.user = person.id;
      }
      return;
    }
    case 'approve':
    case 'deny': {
      if (id === undefined || known === undefined) return;
      const { refused } = await decideAuthorization(sql, id, person, { action: does });
      if (refused === undefined) {
        assert.is(known.user, person.id, 'only its user decides');
        known.decided ??= does;
        assert.is(does, known.decided, 'the first decision counts');
      }
      return;
    }
    case 'decide_twice':
      for (const next of ['open', 'approve', 'deny', 'approve'] as const)
        await performStep(world, { does: next, who, what, scope });
      return;
    case 'exchange':
    case 'exchange_elsewhere':
    case 'exchange_without_verifier': {
      if (id === undefined || known === undefined) return;
      const by =
        does === 'exchange_elsewhere' ? (world.clients.find((one) => one !== known.client) as string) : known.client;
      const answer = await exchangeAuthorization(
        sql,
        by,
        id,
        does === 'exchange_without_verifier' ? { code_verifier: 'w'.repeat(60) } : {},
      );
      if (answer.refused !== undefined) return;
      assert.is(does, 'exchange', 'a code counts for its client and verifier only');
      assert.is(known.opened, 0, 'one code opens one session');
      known.opened += 1;
      world.tokens.push({ client: by, answer });
      return;
    }
    case 'refresh': {
      const token = pick(world.tokens, what);
      if (token === undefined) return;
      const answer = await refreshClientSession(sql, token.client, token.answer as never, { scope: '' });
      if (answer.refused === undefined) token.answer = answer;
      return;
    }
    case 'revoke_grant':
      await api(sql, 'revoke_grant', { claims: person.claims, client_id: app, settings: OAUTH_SETTINGS, client });
      return;
    case 'delete_client':
      // Deletes only if `what` is a multiple of 7, so that later operations find a client.
      if (what % 7 === 0)
        await api(sql, 'delete_oauth_client', { claims: ADMIN, client_id: app, settings: OAUTH_SETTINGS, client });
      return;
    case 'sign_out': {
      const answer = await api(sql, 'sign_out', { claims: person.claims, scope: 'global', settings: SETTINGS });
      if (answer.refused !== undefined) return;
      const live = await sql`select from auth.sessions where user_id = ${person.id} and revoked_at is null`;
      assert.is(live.length, 0, 'a sign-out everywhere ends the sessions of clients');
      return;
    }
    case 'ban':
      await sql`update auth.users set banned_until = ${who % 2 ? null : '2099-01-01'} where id = ${person.id}`;
      return;
    case 'whole_flow': {
      const before = world.authorizations.size;
      await performStep(world, { does: 'begin', who, what, scope });
      if (world.authorizations.size === before) return;
      // The last authorization is the newest.
      const newest = world.authorizations.size - 1;
      for (const next of ['open', 'approve', 'exchange'] as const)
        await performStep(world, { does: next, who, what: newest, scope });
      return;
    }
    case 'wait':
      await sql_api.advance(what % 3 === 0 ? 61 : 2);
  }
}

/** Invariants. Each query returns the violations. */
const INVARIANTS: Readonly<Record<string, string>> = {
  'a session has a scope that nobody granted': `
    select from auth.sessions as s where s.oauth_client_id is not null and s.revoked_at is null and not exists (
      select from auth.oauth_consents as c where c.user_id = s.user_id and c.client_id = s.oauth_client_id
        and c.revoked_at is null and s.scopes <@ c.scopes)`,
  'a deleted client has access': `
    select from auth.oauth_clients as c where c.deleted_at is not null and (
      exists (select from auth.sessions as s where s.oauth_client_id = c.id and s.revoked_at is null)
      or exists (select from auth.oauth_authorizations as a where a.client_id = c.id)
      or exists (select from auth.oauth_consents as o where o.client_id = c.id and o.revoked_at is null))`,
  'an approved authorization was not approved by a first-party session of its user': `
    select from auth.oauth_authorizations as a where a.status = 'approved' and not exists (
      select from auth.sessions as s where s.id = a.session_id and s.user_id = a.user_id and s.oauth_client_id is null)`,
  'a grant exceeds the request': `
    select from auth.oauth_authorizations as a where a.status = 'approved' and not a.granted_scopes <@ a.scopes`,
};

test('random sequences break no invariant', async () => {
  const step = fc.record({
    does: fc.constantFrom(
      ...OPERATIONS,
      'whole_flow' as const,
      'whole_flow' as const,
      'refresh' as const,
      'exchange' as const,
      'decide_twice' as const,
    ),
    who: fc.nat(1),
    what: fc.nat(20),
    scope: fc.constantFrom('email', 'email profile', 'openid email offline_access'),
  });
  let opened = 0;
  const seed = await checkModel({
    of: import.meta.url,
    name: 'authorizations',
    sequences: stepsArbitrary(step, 10, 30),
    numRuns: 40,
    async run(sequence) {
      await sql`truncate auth.users, auth.oauth_clients cascade`;
      const world: ModelState = {
        people: [await createConfirmedPerson(sql_api), await createConfirmedPerson(sql_api)],
        clients: [
          await makeClient(sql),
          await makeClient(sql),
          await makeClient(sql, { redirect_uris: ['https://client.example.com/callback', 'http://localhost/cb'] }),
        ],
        authorizations: new Map(),
        tokens: [],
      };
      for (const one of sequence) {
        await performStep(world, one);
        for (const [what, query] of Object.entries(INVARIANTS)) {
          assert.is((await sql.unsafe(query)).length, 0, `${what} after ${one.does}`);
        }
      }
      opened += world.tokens.length;
    },
  });
  assert.ok(opened > 3, `${opened} sessions with seed ${seed}`);
});

test.run();
