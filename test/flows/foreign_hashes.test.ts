// Imported users with a password hash of another system. The first sign-in verifies the hash and replaces it by bcrypt.
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SERVICE } from '../support/clients/admin.ts';
import { computeArgon2Hash, KNOWN_HASHES } from '../support/database/foreign_hashes.ts';
import { type Answer, bearer, newEmail, readRedirectFragment, startStack } from '../support/processes/stack.ts';

const stack = await startStack({ env: { SVC_SECURITY_HASH_CONCURRENCY: '2' } });
test.after(() => stack.close());
const { sql } = stack.db;

const PASSWORD = 'correct horse battery';
const REFUSED = [400, 'invalid_credentials'];
const BCRYPT = /^\$2a\$04\$/;

async function createPersonWithHash(password_hash: string, more: object = {}): Promise<{ email: string; id: string }> {
  const email = newEmail();
  const { status, body, text } = await stack.post(
    '/admin/users',
    { email, password_hash, email_confirm: true, ...more },
    SERVICE,
  );
  assert.is(status, 200, text);
  return { email, id: String(body.id) };
}

const signIn = (email: string, password: string): Promise<Answer> =>
  stack.post('/token?grant_type=password', { email, password });
const codeOf = ({ status, body }: Answer): unknown[] => [status, body.error_code];
const storedOf = async (id: string): Promise<string> =>
  String((await sql`select hash from auth.passwords where user_id = ${id}`)[0]?.hash);
const failuresOf = async (): Promise<number> =>
  Number((await sql`select coalesce(sum(failures), 0)::int as n from auth.attempts`)[0]?.n);

for (const { about, password, hash } of KNOWN_HASHES) {
  test(`the first sign-in replaces the hash by bcrypt: ${about}`, async () => {
    const { email, id } = await createPersonWithHash(hash);
    assert.is(await storedOf(id), hash);
    const failures = await failuresOf();
    assert.equal(codeOf(await signIn(email, `${password}x`)), REFUSED);
    assert.is(await failuresOf(), failures + 1, 'a wrong password counts once');
    assert.is(await storedOf(id), hash, 'a wrong password replaces nothing');

    const first = await signIn(email, password);
    assert.is(first.status, 200, first.text);
    const stored = await storedOf(id);
    assert.match(stored, BCRYPT);
    assert.is((await signIn(email, password)).status, 200);
    assert.is(await storedOf(id), stored, 'the second sign-in finds bcrypt and leaves it');
    assert.equal(codeOf(await signIn(email, `${password}x`)), REFUSED);
  });
}

test('no response and no log line contains a hash, and readers of users cannot see the stored one', async () => {
  const hash = computeArgon2Hash(PASSWORD);
  const digest = hash.slice(hash.lastIndexOf('$') + 1);
  const { email } = await createPersonWithHash(hash);
  const answers = [
    await signIn(email, 'x'),
    await stack.get(`/admin/users?filter=${email}`, SERVICE),
    await signIn(email, PASSWORD),
  ];
  for (const { text } of answers) assert.not.match(text, /argon2|foreign/);
  const [row] = await sql`select to_jsonb(u)::text as text from auth.users as u where email = ${email}`;
  assert.not.match(String(row?.text), /argon2/);
  assert.not.ok(stack.log().includes(digest));
});

test('50 first sign-ins at once: a session for each, and one replacement', async () => {
  await sql.unsafe(`
    create table public.replaced (hash text);
    create function public.note_hash() returns trigger language plpgsql security definer as $$
    begin insert into public.replaced values (new.hash); return new; end $$;
    create trigger note_hash after update on auth.passwords for each row execute function public.note_hash()`);
  const { email, id } = await createPersonWithHash(computeArgon2Hash(PASSWORD));
  const answers = await Promise.all(Array.from({ length: 50 }, () => signIn(email, PASSWORD)));
  assert.equal(
    [...new Set(answers.map(({ status, body }) => `${status} ${String(body.error_code)}`))],
    ['200 undefined'],
  );
  assert.is((await sql`select from auth.sessions where user_id = ${id}`).length, 50);
  assert.equal(
    (await sql`select hash from public.replaced`).map(({ hash }) => hash as string),
    [await storedOf(id)],
  );
  await sql.unsafe('drop trigger note_hash on auth.passwords');
});

for (const [about, meanwhile, status] of [
  [
    'a password that was changed a moment ago is not put back by a sign-in with the imported one',
    'another password',
    400,
  ],
  ['a first sign-in that another one was faster than gets its session', PASSWORD, 200],
] as const)
  test(about, async () => {
    const hash = computeArgon2Hash(PASSWORD);
    const { email, id } = await createPersonWithHash(hash);
    // Locks the user's row, for which the sign-in waits after the gateway has computed the hash. Then changes the
    // password, as an administrator does.
    const { signing, changed } = await sql.begin(async (tx) => {
      await tx`select from auth.users where id = ${id} for no key update`;
      const begun = signIn(email, PASSWORD);
      for (let looks = 0; ; looks += 1) {
        const [{ n } = { n: 0 }] = await sql<{ n: number }[]>`
        select count(*)::int as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%sign_in_with_password%'`;
        if (n > 0) break;
        if (looks > 1_000) throw new Error('the sign-in does not wait for the lock');
        await sleep(10);
      }
      const [row] = await tx<{ hash: string }[]>`select auth_lib.bcrypt(${meanwhile}, null, 4) as hash`;
      await tx`update auth.passwords set hash = ${String(row?.hash)} where user_id = ${id}`;
      return { signing: [begun], changed: String(row?.hash) };
    });
    assert.is(((await signing[0]) as Answer).status, status);
    assert.is(await storedOf(id), changed);
    assert.is((await signIn(email, meanwhile)).status, 200);
  });

test('banned, unconfirmed and over-long: reported only after the right password; a password that bcrypt cannot hold keeps its hash', async () => {
  const banned = await createPersonWithHash(computeArgon2Hash(PASSWORD), { ban_duration: '1h' });
  assert.equal(codeOf(await signIn(banned.email, PASSWORD)), [400, 'user_banned']);
  assert.equal(codeOf(await signIn(banned.email, 'x')), REFUSED);
  const unconfirmed = await createPersonWithHash(computeArgon2Hash(PASSWORD), { email_confirm: false });
  assert.equal(codeOf(await signIn(unconfirmed.email, PASSWORD)), [400, 'email_not_confirmed']);
  assert.not.match(await storedOf(unconfirmed.id), BCRYPT);

  const long = 'x'.repeat(100);
  const hash = computeArgon2Hash(long);
  const { email, id } = await createPersonWithHash(hash);
  for (let times = 0; times < 2; times += 1) {
    assert.is((await signIn(email, long)).status, 200);
    assert.is(await storedOf(id), hash);
  }
  assert.equal(codeOf(await signIn(email, long.slice(0, 72))), REFUSED);
});

test('after a recovery the imported password is rejected as a new one, and another replaces it', async () => {
  const { email, id } = await createPersonWithHash(computeArgon2Hash(PASSWORD));
  assert.is((await stack.post('/recover', { email })).status, 200);
  const { path } = await stack.mail(email);
  const headers = bearer(readRedirectFragment(await stack.get(path)).get('access_token'));
  const change = (password: string) => stack.request('PUT', '/user', { password }, headers);
  assert.equal(codeOf(await change(PASSWORD)), [422, 'same_password']);
  assert.not.match(await storedOf(id), BCRYPT);
  assert.is((await change('another password')).status, 200);
  assert.match(await storedOf(id), BCRYPT);
  assert.equal(codeOf(await signIn(email, PASSWORD)), REFUSED);
  assert.is((await signIn(email, 'another password')).status, 200);
});

test('failures of one account end in 429 before anything is computed', async () => {
  const { email, id } = await createPersonWithHash(computeArgon2Hash(PASSWORD));
  await sql`insert into auth.attempts (digest, failures, failing_since, unknown, touched_at)
    values (auth_lib.attempt_digest('password', ${id}), 100, now(), false, now())`;
  assert.equal(codeOf(await signIn(email, PASSWORD)), [429, 'over_request_rate_limit']);
});

test.run();
