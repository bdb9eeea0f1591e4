// runner: when=cli,import,install,sql

// Passwords in every format that GoTrue accepts: after an import, auth-js signs in with each, a wrong password is
// rejected, and a hash of another format is replaced by bcrypt.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { assertClientError, createClient, sessionOf } from '../support/clients/client.ts';
import { KNOWN_HASHES } from '../support/database/foreign_hashes.ts';
import { createGotrueDatabase, PEPPER } from '../support/database/gotrue/gotrue_database.ts';
import { runToEnd } from '../support/processes/process.ts';
import { type Stack, startStack } from '../support/processes/stack.ts';

const stand = await createGotrueDatabase({ people: 1 });
const { sql } = stand.db;
let stack: Stack | undefined;
test.after(async () => {
  await stack?.close();
  await stand.db.drop();
});

interface Person {
  about: string;
  email: string;
  password: string;
  hash: string;
  foreign: boolean;
}

const people: Person[] = [];
const add = (about: string, password: string, hash: string, foreign: boolean): void =>
  void people.push({ about, password, hash, foreign, email: `hash${people.length}@example.com` });

for (const { about, password, hash } of KNOWN_HASHES) add(about, password, hash, true);
// ASCII passwords have the same hash with all three prefixes.
for (const [prefix, cost] of [
  ['2a', 4],
  ['2a', 10],
  ['2b', 4],
  ['2b', 10],
  ['2y', 5],
  ['2y', 12],
] as const) {
  const [row] = await sql`select crypt('bcrypt password', gen_salt('bf', ${cost})) as hash`;
  add(`$${prefix}$ of cost ${cost}`, 'bcrypt password', String(row?.hash).replace('$2a$', `$${prefix}$`), false);
}

async function storedHash(email: string): Promise<string | undefined> {
  const [row] =
    await sql`select p.hash from auth.passwords as p join auth.users as u on u.id = p.user_id where u.email = ${email}`;
  return row?.hash as string | undefined;
}

const WRONG = [400, 'invalid_credentials', 'Invalid login credentials'] as const;

test('imports one user for each hash unchanged; a user with another kind of hash comes without it, and the dry run names that row', async () => {
  for (const { email, hash } of [
    ...people,
    { email: 'scrypt@example.com', hash: '$scrypt$ln=14,r=8,p=1$c2FsdHNhbHQ$AAAA' },
  ])
    await sql`insert into auth.users (id, instance_id, aud, role, email, encrypted_password, email_confirmed_at, created_at, updated_at,
        raw_app_meta_data, raw_user_meta_data)
      values (gen_random_uuid(), '00000000-0000-0000-0000-000000000000', 'authenticated', 'authenticated', ${email}, ${hash}, now(), now(), now(), '{}', '{}')`;
  const env = { DATABASE_URL: stand.db.superuser_url, SVC_SECURITY_PEPPER: PEPPER };
  const look = await runToEnd(['import', 'gotrue'], { env });
  assert.is(look.code, 0, look.stderr);
  const [row] = await sql`select u.id from auth.users as u where u.email = 'scrypt@example.com'`;
  const reason = 'the password has an unsupported hash: imported without a password; the user sets one by recovery';
  assert.ok(look.stdout.split('\n').includes(`Not imported: users ${row?.id}: ${reason}`), look.stdout);
  const applied = await runToEnd(['import', 'gotrue', '--apply', '--yes'], { env });
  assert.is(applied.code, 0, applied.stderr);
  for (const { about, email, hash } of people) assert.is(await storedHash(email), hash, about);
  assert.is(await storedHash('scrypt@example.com'), undefined);
});

test('each user signs in; a foreign hash is replaced by bcrypt, which the next sign-in uses', async () => {
  await stand.db.letLogIn('auth');
  stack = await startStack({
    db: { ...stand.db, drop: () => Promise.resolve() },
    env: { SVC_SECURITY_PEPPER: PEPPER },
    worker: false,
  });
  for (const { about, email, password, hash, foreign } of people) {
    const { auth } = createClient(stack.url);
    assertClientError(await auth.signInWithPassword({ email, password: `${password}?` }), WRONG);
    assert.is(await storedHash(email), hash, `${about}: a wrong password replaces nothing`);
    assert.is(sessionOf(await auth.signInWithPassword({ email, password })).user.email, email, about);
    const stored = await storedHash(email);
    if (foreign) assert.match(String(stored), /^\$2a\$04\$[./A-Za-z0-9]{53}$/, about);
    else assert.is(stored, hash, about);

    assertClientError(await auth.signInWithPassword({ email, password: `${password}?` }), WRONG);
    sessionOf(await auth.signInWithPassword({ email, password }));
    assert.is(await storedHash(email), stored, `${about}: replaced once`);
  }
  const { auth } = createClient(stack.url);
  assertClientError(await auth.signInWithPassword({ email: 'scrypt@example.com', password: 'password' }), WRONG);
});

test.run();
