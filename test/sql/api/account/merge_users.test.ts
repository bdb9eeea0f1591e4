// Random merges of random accounts against a model: docs/account-ownership.md, "Merge two accounts". The same seed makes
// the same sequences: POSTERN_TEST_SEED.
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createApp, defineHook } from '../../../support/database/hooks.ts';
import { type Args, client, newEmail, openSurface, refusedCode, settings } from '../../../support/database/surface.ts';

const surface = await openSurface();
const { sql } = surface.db;
test.after(() => surface.db.drop());

const MAX_AGE = 600;
await createApp(surface.db);
await sql.unsafe(`
  create table app.documents (owner uuid not null references auth.users (id) on delete cascade, title text);
  grant select, update on app.documents to auth_hooks`);
await defineHook(
  surface.db,
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
type State = (typeof STATES)[number];

/** Age of the last proof in seconds, and what is wrong with the session. */
const PROOFS = ['fresh', 'old', 'revoked', 'none', 'expired'] as const;

interface Account {
  state: State;
  factor: boolean;
  identities: number;
  documents: number;
  /** The application's hook refuses to merge this account away. */
  kept: boolean;
}
interface Attempt {
  kept: number;
  merged: number;
  proofs: readonly [(typeof PROOFS)[number], (typeof PROOFS)[number]];
  aal2: readonly [boolean, boolean];
}

/** An account as the model knows it. */
interface Known extends Account {
  id: string;
  subjects: string[];
  count: number;
  email: string | null;
  gone: boolean;
}

async function make(account: Account): Promise<Known> {
  const id = randomUUID();
  const addressed = !['anonymous', 'by_identity'].includes(account.state);
  const email = addressed ? newEmail() : null;
  const confirmed = addressed && account.state !== 'unowned';
  await sql`
    insert into auth.users (id, aud, role, sign_up_role, email, email_confirmed_at, is_anonymous, banned_until,
      raw_app_meta_data, created_at, updated_at)
    values (${id}, ${account.state === 'other_audience' ? 'elsewhere' : 'authenticated'},
      ${account.state === 'other_role' ? 'editor' : 'authenticated'}, 'authenticated',
      ${email}, ${confirmed ? surface.now() : null}, ${account.state === 'anonymous'},
      ${account.state === 'banned' ? '2040-01-01T00:00:00Z' : null}, '{"own": 1}', ${surface.now()}, ${surface.now()})`;
  if (email !== null)
    await sql`insert into auth.addresses (kind, value, user_id, is_primary, verified_at, created_at)
      values ('email', ${email}, ${id}, true, ${confirmed ? surface.now() : null}, ${surface.now()})`;
  const subjects = Array.from({ length: account.identities }, () => randomUUID());
  for (const subject of subjects)
    await sql`insert into auth.identities (user_id, provider, id, subject, identity_data, created_at, updated_at)
      values (${id}, 'github', gen_random_uuid(), ${subject}, '{}', ${surface.now()}, ${surface.now()})`;
  if (account.factor) {
    await sql`insert into auth.factors (user_id, id, factor_type, status, friendly_name, secret, created_at, updated_at)
      values (${id}, gen_random_uuid(), 'totp', 'verified', 'phone', 'sealed', ${surface.now()}, ${surface.now()})`;
    await sql`update auth.users set factor_status = 'verified' where id = ${id}`;
  }
  const titles = [...Array(account.documents).keys()].map((at) => (account.kept && at === 0 ? 'kept' : 'free'));
  for (const title of titles) await sql`insert into app.documents values (${id}, ${title})`;
  return { ...account, id, subjects, count: account.documents, email, gone: false };
}

async function tokenOf(account: Known, proof: Attempt['proofs'][number], aal2: boolean): Promise<Args> {
  const now = Date.parse(surface.now()) / 1_000;
  const claims = { sub: account.id, aud: account.state === 'other_audience' ? 'elsewhere' : 'authenticated' };
  const exp = proof === 'expired' ? now - 1 : now + 3_600;
  if (proof === 'none' || account.gone) return { ...claims, exp };
  const session_id = randomUUID();
  const at = proof === 'old' ? now - MAX_AGE - 1 : now - MAX_AGE;
  await sql`insert into auth.sessions (user_id, id, aal, amr, revoked_at, revoked_reason, created_at)
    values (${account.id}, ${session_id}, ${aal2 ? 'aal2' : 'aal1'}, ${sql.json([{ method: 'otp', timestamp: at }])},
      ${proof === 'revoked' ? surface.now() : null}, ${proof === 'revoked' ? 'logout' : null}, ${surface.now()})`;
  return { ...claims, exp, session_id, aal: aal2 ? 'aal2' : 'aal1' };
}

/** Returns true if a token proves its account. */
const proves = (account: Known, proof: string, aal2: boolean): boolean =>
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
    { weight: 5, arbitrary: fc.constantFrom<State>('owned', 'anonymous', 'by_identity') },
    { weight: 1, arbitrary: fc.constantFrom<State>(...STATES) },
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

async function play(accounts: readonly Account[], attempts: readonly Attempt[]): Promise<void> {
  const world = await Promise.all(accounts.map(make));
  for (const { kept: at, merged: other, proofs, aal2 } of attempts) {
    const [kept, merged] = [world[at], world[other]] as [Known, Known];
    const [claims, second] = [await tokenOf(kept, proofs[0], aal2[0]), await tokenOf(merged, proofs[1], aal2[1])];
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
    const answer = await surface
      .call('merge_users', { claims, merged: second, settings: SETTINGS, client })
      .catch((error: Error) => ({ raised: error.message }));
    const told = JSON.stringify(answer);
    if (!allowed || hook_refuses) {
      assert.ok(allowed ? /the hook refuses/.test(told) : refusedCode(answer) !== undefined, told);
      assert.equal(await everything(), before, 'a refused merge changes nothing');
      refusals += 1;
      continue;
    }
    assert.is((answer as Args).id, kept.id, told);
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
  // Every document and identity is still there, with one owner that exists.
  const owned = await sql`select (select count(*)::integer from app.documents) as documents,
    (select count(*)::integer from auth.addresses as a left join auth.users as u on u.id = a.user_id where u.id is null) as lost`;
  assert.equal(
    [owned[0]?.documents, owned[0]?.lost],
    [world.filter(({ gone }) => !gone).reduce((sum, { count }) => sum + count, 0), 0],
  );
  await sql`delete from app.documents`;
  await sql`delete from auth.users`;
}

test('random merges keep every invariant', async () => {
  const seed = Number(process.env.POSTERN_TEST_SEED ?? 33);
  const sequences = fc.tuple(
    fc.array(account, { minLength: 4, maxLength: 4 }),
    fc.array(attempt, { minLength: 1, maxLength: 8, size: 'max' }),
  );
  await fc.assert(
    fc.asyncProperty(sequences, ([accounts, attempts]) => play(accounts, attempts)),
    { seed, numRuns: 150, endOnFailure: true, includeErrorInReport: true },
  );
  assert.ok(merges > 40 && refusals > 200, `${merges} merges, ${refusals} refusals`);
});

test('tokens that name no user or session are refused', async () => {
  const plain: Account = { state: 'owned', factor: false, identities: 0, documents: 0, kept: false };
  const good = await tokenOf(await make(plain), 'fresh', false);
  const other = await tokenOf(await make(plain), 'fresh', false);
  for (const [merged, code] of [
    [{ ...other, sub: '' }, 'bad_jwt'],
    [{ ...other, sub: 'nobody' }, 'bad_jwt'],
    [{ ...other, session_id: 'none' }, 'bad_jwt'],
    [{ ...other, sub: randomUUID() }, 'user_not_found'],
    [{ ...other, aud: 'elsewhere' }, 'unexpected_audience'],
    [good, 'validation_failed'],
  ] as const) {
    const audience = code === 'unexpected_audience' ? 'authenticated' : null;
    const answer = await surface.call('merge_users', { claims: good, merged, audience, settings: SETTINGS, client });
    assert.is(refusedCode(answer), code, JSON.stringify(answer));
  }
});

test('two opposite merges at once: one succeeds, and the other finds no user', async () => {
  for (let round = 0; round < 10; round += 1) {
    const plain: Account = { state: 'owned', factor: false, identities: 1, documents: 1, kept: false };
    const [one, two] = [await make(plain), await make(plain)];
    const [first, second] = [await tokenOf(one, 'fresh', false), await tokenOf(two, 'fresh', false)];
    const answers = await Promise.all([
      surface.call('merge_users', { claims: first, merged: second, settings: SETTINGS, client }),
      surface.call('merge_users', { claims: second, merged: first, settings: SETTINGS, client }),
    ]);
    assert.equal(answers.map(refusedCode).sort(), ['user_not_found', undefined]);
    const left = [await facts(one.id), await facts(two.id)].filter((user) => user !== undefined);
    assert.equal(
      left.map((user) => [user?.documents, user?.subjects.length]),
      [[2, 2]],
    );
  }
});

test.run();
