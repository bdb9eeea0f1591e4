// Random merges of random accounts, compared with a model of docs/account-ownership.md ("Merge two accounts").
// POSTERN_TEST_SEED repeats a sequence.
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { checkModel } from '../../../security/model.ts';
import { createHookSchema, defineHook } from '../../../support/database/hooks.ts';
import {
  type CallArguments,
  client,
  newEmail,
  openSqlApi,
  returnedErrorCode,
  settings,
} from '../../../support/database/sql_api.ts';

const sql_api = await openSqlApi();
const { sql } = sql_api.db;
test.after(() => sql_api.db.drop());

const MAX_AGE = 600;
await createHookSchema(sql_api.db);
await sql.unsafe(`
  create table app.documents (owner uuid not null references auth.users (id) on delete cascade, title text);
  grant select, update on app.documents to auth_hooks`);
await defineHook(
  sql_api.db,
  'merge_users',
  `if exists (select from app.documents as d where d.owner = (event #>> '{merged_user,id}')::uuid and d.title = 'kept') then
     return '{"error": {"http_code": 409, "message": "the hook refuses"}}';
   end if;
   update app.documents as d set owner = (event #>> '{user,id}')::uuid
   where d.owner = (event #>> '{merged_user,id}')::uuid;
   return '{}';`,
);
const SETTINGS = settings({
  security_account_merging_max_age: MAX_AGE,
  hooks: { merge_users: { schema: 'app', function: 'merge_users' } },
});

const STATES = ['anonymous', 'owned', 'by_identity', 'unowned', 'banned', 'other_role', 'other_audience'] as const;
type AccountState = (typeof STATES)[number];

/** Age of the last authentication, or the defect of the session. */
const PROOFS = ['fresh', 'old', 'revoked', 'none', 'expired'] as const;

interface AccountSpec {
  state: AccountState;
  factor: boolean;
  identities: number;
  documents: number;
  /** True if the application's hook refuses to merge this account into another. */
  kept: boolean;
}
interface MergeAttempt {
  kept: number;
  merged: number;
  proofs: readonly [(typeof PROOFS)[number], (typeof PROOFS)[number]];
  aal2: readonly [boolean, boolean];
}

/** An account with its expected state. */
interface KnownAccount extends AccountSpec {
  id: string;
  subjects: string[];
  count: number;
  email: string | null;
  gone: boolean;
}

async function createAccount(account: AccountSpec): Promise<KnownAccount> {
  const id = randomUUID();
  const addressed = !['anonymous', 'by_identity'].includes(account.state);
  const email = addressed ? newEmail() : null;
  const confirmed = addressed && account.state !== 'unowned';
  await sql`
    insert into auth.users (id, aud, role, sign_up_role, email, email_confirmed_at, is_anonymous, banned_until,
      raw_app_meta_data, created_at, updated_at)
    values (${id}, ${account.state === 'other_audience' ? 'elsewhere' : 'authenticated'},
      ${account.state === 'other_role' ? 'editor' : 'authenticated'}, 'authenticated',
      ${email}, ${confirmed ? sql_api.now() : null}, ${account.state === 'anonymous'},
      ${account.state === 'banned' ? '2040-01-01T00:00:00Z' : null}, '{"own": 1}', ${sql_api.now()}, ${sql_api.now()})`;
  if (email !== null)
    await sql`insert into auth.addresses (kind, value, user_id, is_primary, verified_at, created_at)
      values ('email', ${email}, ${id}, true, ${confirmed ? sql_api.now() : null}, ${sql_api.now()})`;
  const subjects = Array.from({ length: account.identities }, () => randomUUID());
  for (const subject of subjects)
    await sql`insert into auth.identities (user_id, provider, id, subject, identity_data, created_at, updated_at)
      values (${id}, 'github', gen_random_uuid(), ${subject}, '{}', ${sql_api.now()}, ${sql_api.now()})`;
  if (account.factor) {
    await sql`insert into auth.factors (user_id, id, factor_type, status, friendly_name, secret, created_at, updated_at)
      values (${id}, gen_random_uuid(), 'totp', 'verified', 'phone', 'sealed', ${sql_api.now()}, ${sql_api.now()})`;
    await sql`update auth.users set factor_status = 'verified' where id = ${id}`;
  }
  const titles = [...Array(account.documents).keys()].map((at) => (account.kept && at === 0 ? 'kept' : 'free'));
  for (const title of titles) await sql`insert into app.documents values (${id}, ${title})`;
  return {
    ...account,
    kept: titles.includes('kept'),
    id,
    subjects,
    count: account.documents,
    email,
    gone: false,
  };
}

async function tokenClaims(
  account: KnownAccount,
  proof: MergeAttempt['proofs'][number],
  aal2: boolean,
): Promise<CallArguments> {
  const now = Date.parse(sql_api.now()) / 1_000;
  const claims = { sub: account.id, aud: account.state === 'other_audience' ? 'elsewhere' : 'authenticated' };
  const exp = proof === 'expired' ? now - 1 : now + 3_600;
  if (proof === 'none' || account.gone) return { ...claims, exp };
  const session_id = randomUUID();
  const at = proof === 'old' ? now - MAX_AGE - 1 : now - MAX_AGE;
  await sql`insert into auth.sessions (user_id, id, aal, amr, revoked_at, revoked_reason, created_at)
    values (${account.id}, ${session_id}, ${aal2 ? 'aal2' : 'aal1'}, ${sql.json([{ method: 'otp', timestamp: at }])},
      ${proof === 'revoked' ? sql_api.now() : null}, ${proof === 'revoked' ? 'logout' : null}, ${sql_api.now()})`;
  return { ...claims, exp, session_id, aal: aal2 ? 'aal2' : 'aal1' };
}

/** Returns true if the account may be merged, and the token is recent and strong enough. */
const proves = (account: KnownAccount, proof: string, aal2: boolean): boolean =>
  !account.gone &&
  !['unowned', 'banned'].includes(account.state) &&
  (proof === 'fresh' || (proof === 'old' && account.state === 'anonymous')) &&
  (!account.factor || aal2);

const facts = async (id: string) => {
  const [user] = await sql`select u.id, u.role, u.aud, u.email, u.is_anonymous, u.factor_status, u.access_epoch,
    (select array_agg(i.subject::text order by i.subject) from auth.identities as i
      where i.user_id = u.id and i.provider = 'github') as subjects,
    (select count(*)::integer from app.documents as d where d.owner = u.id) as documents,
    (select count(*)::integer from auth.factors as f where f.user_id = u.id and f.status = 'verified') as factors
    from auth.users as u where u.id = ${id}`;
  return user;
};
const everything = async () =>
  sql`select (select count(*)::integer from auth.users) as users, (select count(*)::integer from auth.identities) as identities,
    (select count(*)::integer from app.documents) as documents, (select count(*)::integer from auth.factors) as factors,
    (select count(*)::integer from auth.sessions where revoked_at is null) as live,
    (select count(*)::integer from auth.audit_log) as audit,
    (select coalesce(sum(access_epoch), 0)::integer from auth.users) as epochs,
    (select string_agg(a.value || a.user_id, ' ' order by a.value) from auth.addresses as a) as addresses`;

const account = fc.record({
  state: fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom<AccountState>('owned', 'anonymous', 'by_identity') },
    { weight: 1, arbitrary: fc.constantFrom<AccountState>(...STATES) },
  ),
  factor: fc.boolean(),
  identities: fc.nat(2),
  documents: fc.nat(2),
  kept: fc.integer({ min: 0, max: 7 }).map((n) => n === 0),
});
const proof = fc.oneof(
  { weight: 6, arbitrary: fc.constant('fresh' as const) },
  { weight: 1, arbitrary: fc.constantFrom(...PROOFS) },
);
const attempt = fc.record({
  kept: fc.nat(3),
  merged: fc.nat(3),
  proofs: fc.tuple(proof, proof),
  aal2: fc.tuple(fc.oneof(fc.constant(true), fc.boolean()), fc.oneof(fc.constant(true), fc.boolean())),
});

let merges = 0;
let refusals = 0;

async function runMerges(accounts: readonly AccountSpec[], attempts: readonly MergeAttempt[]): Promise<void> {
  await sql`delete from app.documents`;
  await sql`delete from auth.users`;
  const world = await Promise.all(accounts.map(createAccount));
  for (const { kept: at, merged: other, proofs, aal2 } of attempts) {
    const [kept, merged] = [world[at], world[other]] as [KnownAccount, KnownAccount];
    const [claims, second] = [
      await tokenClaims(kept, proofs[0], aal2[0]),
      await tokenClaims(merged, proofs[1], aal2[1]),
    ];
    const before = await everything();
    const [was] = [await facts(kept.id)];
    const allowed =
      kept !== merged &&
      proves(kept, proofs[0], aal2[0]) &&
      proves(merged, proofs[1], aal2[1]) &&
      kept.state !== 'anonymous' &&
      (kept.state === 'other_role') === (merged.state === 'other_role') &&
      (kept.state === 'other_audience') === (merged.state === 'other_audience');
    const hook_refuses = merged.kept && merged.count > 0;
    const answer = await sql_api
      .call('merge_users', { claims, merged: second, settings: SETTINGS, client })
      .catch((error: Error) => ({ raised: error.message }));
    const told = JSON.stringify(answer);
    if (!allowed || hook_refuses) {
      assert.ok(allowed ? /the hook refuses/.test(told) : returnedErrorCode(answer) !== undefined, told);
      assert.equal(await everything(), before, 'a refused merge changes nothing');
      refusals += 1;
      continue;
    }
    assert.is((answer as CallArguments).id, kept.id, told);
    merges += 1;
    kept.subjects.push(...merged.subjects);
    kept.count += merged.count;
    kept.factor ||= merged.factor;
    kept.kept ||= merged.kept && merged.count > 0;
    kept.email ??= merged.email;
    if (kept.email !== null && kept.state === 'by_identity') kept.state = 'owned';
    merged.gone = true;
    const now = await facts(kept.id);
    assert.equal(now?.subjects ?? [], [...kept.subjects].sort(), 'identities move');
    assert.is(now?.documents, kept.count, 'rows of the application move');
    assert.equal([now?.role, now?.aud, now?.is_anonymous], [was?.role, was?.aud, false]);
    assert.is(now?.email, kept.email, 'an address is kept, or gained');
    assert.is(now?.factor_status, kept.factor ? 'verified' : null, 'the stronger level stays');
    assert.is(now?.factors > 0, kept.factor);
    assert.ok(now?.access_epoch > was?.access_epoch, 'a merge cuts access');
    assert.is(await facts(merged.id), undefined, 'the other account is deleted');
    const [row] = await sql`select count(*)::integer as live from auth.sessions as s
      where s.user_id = ${kept.id} and s.revoked_at is null and s.id <> ${String(claims.session_id)}`;
    if (merged.factor) assert.is(row?.live, 0, 'other sessions end where a factor came');
    const [entry] =
      await sql`select actions, traits from auth.audit_log where actor_id = ${kept.id} order by id desc limit 1`;
    assert.equal([entry?.actions, entry?.traits.user_id], [['user_merged'], merged.id]);
  }
  // No document is lost, and every address belongs to an existing user.
  const owned = await sql`select (select count(*)::integer from app.documents) as documents,
    (select count(*)::integer from auth.addresses as a left join auth.users as u on u.id = a.user_id where u.id is null) as lost`;
  assert.equal(
    [owned[0]?.documents, owned[0]?.lost],
    [world.filter(({ gone }) => !gone).reduce((sum, { count }) => sum + count, 0), 0],
  );
}

test('random merges keep every invariant', async () => {
  const sequences = fc.tuple(
    fc.array(account, { minLength: 4, maxLength: 4 }),
    fc.array(attempt, { minLength: 1, maxLength: 8, size: 'max' }),
  );
  const run = ([accounts, attempts]: [AccountSpec[], MergeAttempt[]]) => runMerges(accounts, attempts);
  await checkModel({ of: import.meta.url, name: 'merges', sequences, run, numRuns: 150 });
  assert.ok(merges > 40 && refusals > 200, `${merges} merges, ${refusals} refusals`);
});

test('tokens that name no user or session are refused', async () => {
  const plain: AccountSpec = { state: 'owned', factor: false, identities: 0, documents: 0, kept: false };
  const good = await tokenClaims(await createAccount(plain), 'fresh', false);
  const other = await tokenClaims(await createAccount(plain), 'fresh', false);
  for (const [merged, code] of [
    [{ ...other, sub: '' }, 'bad_jwt'],
    [{ ...other, sub: 'nobody' }, 'bad_jwt'],
    [{ ...other, session_id: 'none' }, 'bad_jwt'],
    [{ ...other, sub: randomUUID() }, 'user_not_found'],
    [{ ...other, aud: 'elsewhere' }, 'unexpected_audience'],
    [good, 'validation_failed'],
  ] as const) {
    const audience = code === 'unexpected_audience' ? 'authenticated' : null;
    const answer = await sql_api.call('merge_users', { claims: good, merged, audience, settings: SETTINGS, client });
    assert.is(returnedErrorCode(answer), code, JSON.stringify(answer));
  }
});

test('the e-mail identity has the address of the user: the gained one, or the own one as before', async () => {
  const plain: AccountSpec = { state: 'owned', factor: false, identities: 1, documents: 0, kept: false };
  for (const state of ['by_identity', 'owned'] as const) {
    const [kept, merged] = [await createAccount({ ...plain, state }), await createAccount(plain)];
    for (const { id, email } of [kept, merged])
      if (email !== null) await sql`select auth_lib.upsert_address_identity(${id}, 'email', ${email}, true)`;
    const [claims, second] = [await tokenClaims(kept, 'fresh', true), await tokenClaims(merged, 'fresh', true)];
    await sql_api.call('merge_users', { claims, merged: second, settings: SETTINGS, client });
    const email = kept.email ?? merged.email;
    const rows = await sql`select subject, identity_data from auth.identities where provider = 'email'
      and user_id in (${kept.id}, ${merged.id})`;
    const identity_data = { sub: kept.id, email, email_verified: true, phone_verified: false };
    assert.equal([...rows], [{ subject: kept.id, identity_data }], state);
    assert.is((await facts(kept.id))?.email, email);
  }
});

test('two opposite merges at once: one succeeds, and the other finds no user', async () => {
  for (let round = 0; round < 10; round += 1) {
    const plain: AccountSpec = { state: 'owned', factor: false, identities: 1, documents: 1, kept: false };
    const [one, two] = [await createAccount(plain), await createAccount(plain)];
    const [first, second] = [await tokenClaims(one, 'fresh', false), await tokenClaims(two, 'fresh', false)];
    const answers = await Promise.all([
      sql_api.call('merge_users', { claims: first, merged: second, settings: SETTINGS, client }),
      sql_api.call('merge_users', { claims: second, merged: first, settings: SETTINGS, client }),
    ]);
    assert.equal(answers.map(returnedErrorCode).sort(), ['user_not_found', undefined]);
    const left = [await facts(one.id), await facts(two.id)].filter((user) => user !== undefined);
    assert.equal(
      left.map((user) => [user?.documents, user?.subjects.length]),
      [[2, 2]],
    );
  }
});

test('every confirmed address of both accounts gets a notification, in the same transaction', async () => {
  const plain: AccountSpec = { state: 'owned', factor: false, identities: 1, documents: 0, kept: false };
  const TOLD = { ...SETTINGS, mailer_notifications_account_merged_enabled: true };
  const german = { ...client, languages: 'de' };
  const notices = async (id: string) =>
    (
      await sql`select to_address, details, languages, state from auth.messages
        where user_id = ${id} and kind = 'account_merged_notification' order by to_address`
    ).map((row) => ({ ...row }));
  const merge = async (kept: KnownAccount, merged: KnownAccount, more: CallArguments = {}) =>
    sql_api.call('merge_users', {
      ...{ claims: await tokenClaims(kept, 'fresh', true), merged: await tokenClaims(merged, 'fresh', true) },
      ...{ settings: TOLD, client: german, ...more },
    });
  const [kept, merged] = [await createAccount(plain), await createAccount(plain)];
  const [second, unconfirmed] = [newEmail(), newEmail()];
  for (const [value, verified_at] of [
    [second, sql_api.now()],
    [unconfirmed, null],
  ] as const)
    await sql`insert into auth.addresses (kind, value, user_id, is_primary, verified_at, created_at)
      values ('email', ${value}, ${merged.id}, false, ${verified_at}, ${sql_api.now()})`;
  const told = (...addresses: (string | null)[]) =>
    addresses.sort().map((to_address) => ({
      to_address,
      details: { MergedEmail: merged.email, OldEmail: to_address },
      languages: 'de',
      state: 'queued',
    }));
  await merge(kept, merged);
  assert.equal(await notices(kept.id), told(merged.email, second, kept.email));
  const jobs = await sql_api.rows('auth_queue.job', `data ->> 'user_id' = '${kept.id}' and priority = -1`);
  assert.is(jobs.length, 3);

  const [silent, other] = [await createAccount(plain), await createAccount(plain)];
  await merge(silent, other, { settings: SETTINGS });
  assert.equal(await notices(silent.id), [], 'the setting is off');

  const refuses = await createAccount({ ...plain, documents: 1, kept: true });
  const raised = await merge(silent, refuses).catch((error: Error) => error.message);
  assert.match(JSON.stringify(raised), 'the hook refuses');
  assert.equal(await notices(silent.id), [], 'a merge that is undone tells nobody');

  const [bare, addressed] = [await createAccount({ ...plain, state: 'by_identity' }), await createAccount(plain)];
  await merge(bare, addressed);
  assert.equal(
    (await notices(bare.id)).map(({ to_address }) => to_address),
    [addressed.email],
    'an address that the account gains gets one mail',
  );
});

test('notifications of the merged account that have not been sent are sent nevertheless', async () => {
  const plain: AccountSpec = { state: 'owned', factor: false, identities: 0, documents: 0, kept: false };
  const TOLD = { ...SETTINGS, mailer_notifications_account_merged_enabled: true };
  const [victim, first, last] = [await createAccount(plain), await createAccount(plain), await createAccount(plain)];
  await sql`select auth_lib.send_notification(u, 'password_changed', '{}',
    '{"mailer_notifications_password_changed_enabled": true}', '{}') from auth.users as u where u.id = ${victim.id}`;
  for (const [kept, merged] of [
    [first, victim],
    [last, first],
  ] as const) {
    const claims = await tokenClaims(kept, 'fresh', true);
    await sql_api.call('merge_users', {
      ...{ claims, merged: await tokenClaims(merged, 'fresh', true), settings: TOLD, client },
    });
  }
  const rows = await sql`select m.kind, m.state, m.details, (select count(*)::integer from auth_queue.job as j
      where j.data ->> 'message_id' = m.id::text and j.data ->> 'user_id' = m.user_id::text) as jobs
    from auth.messages as m where m.to_address = ${victim.email} and m.user_id = ${last.id} order by m.kind`;
  assert.equal(
    rows.map((row) => ({ ...row })),
    [
      {
        kind: 'account_merged_notification',
        state: 'queued',
        details: { MergedEmail: victim.email, OldEmail: victim.email, Email: first.email },
        jobs: 1,
      },
      {
        kind: 'password_changed_notification',
        state: 'queued',
        details: { Email: victim.email, OldEmail: victim.email },
        jobs: 1,
      },
    ],
  );
});

test.run();
