// Accepted password hashes of other systems have a limited cost, so that no hash can exhaust the gateway.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createDatabase } from '../../support/database/db.ts';
import { computeArgon2Hash, KNOWN_HASHES } from '../../support/database/foreign_hashes.ts';

const db = await createDatabase();
test.after(() => db.drop());

const TAG = 'RdescudvJCsgt3ub+b+dWRWJTmaaJObG';
const argon2 = (costs: string, o: { salt?: string; tag?: string; variant?: string } = {}): string =>
  `$${o.variant ?? 'argon2id'}$v=19$${costs}$${o.salt ?? 'c29tZXNhbHQ'}$${o.tag ?? TAG}`;
const KEY = 'c2lnbmVyIGtleSBvZiAxNiBieXRlcw==';
const scrypt = (costs: string, o: { ss?: string; sk?: string; digest?: string } = {}): string =>
  `$fbscrypt$v=1,${costs}${o.ss ?? ',ss=Bw=='}${o.sk ?? `,sk=${KEY}`}$42xEC+ixf3L2lw==$${o.digest ?? KEY}`;

async function acceptsHash(hash: string): Promise<boolean> {
  const [row] = await db.sql<{ usable: boolean }[]>`select auth_lib.is_usable_hash(${hash}) as usable`;
  return row?.usable as boolean;
}

test('accepts published hashes, and those at the bounds', async () => {
  const good = [
    ...KNOWN_HASHES.map(({ hash }) => hash),
    computeArgon2Hash('x'),
    argon2('m=262144,t=4,p=16'),
    argon2('m=52428,t=20,p=1'),
    argon2('m=8,t=1,p=1', { variant: 'argon2i' }),
    scrypt('n=14,r=8,p=1', { ss: '' }),
    scrypt('n=16,r=32,p=1'),
    scrypt('n=21,r=1,p=1'),
    scrypt('n=14,r=8,p=16'),
  ];
  for (const hash of good) assert.is(await acceptsHash(hash), true, hash);
});

test('rejects hostile hashes: more memory, more time, short digests, other variants, invalid base64', async () => {
  const bad = [
    argon2('m=262145,t=1,p=1'),
    argon2('m=1048576,t=1,p=1'),
    argon2('m=99999999999,t=1,p=1'),
    argon2('m=262144,t=5,p=1'),
    argon2('m=8,t=21,p=1'),
    argon2('m=4096,t=1,p=17'),
    argon2('m=15,t=1,p=2'),
    argon2('m=8,t=0,p=1'),
    argon2('m=8,t=1,p=0'),
    argon2('m=7,t=1,p=1'),
    argon2('m=-8,t=1,p=1'),
    argon2('t=1,m=8,p=1'),
    argon2('m=8,t=1,p=1,keyid=a'),
    argon2('m=8,t=1,p=1,data=a'),
    argon2('m=8,t=1,p=1', { variant: 'argon2d' }),
    argon2('m=8,t=1,p=1').replace('v=19', 'v=16'),
    argon2('m=8,t=1,p=1', { salt: 'c29tZXNhb' }),
    argon2('m=8,t=1,p=1', { salt: 'short' }),
    argon2('m=8,t=1,p=1', { salt: 'A'.repeat(92) }),
    argon2('m=8,t=1,p=1', { tag: 'YWJjZA' }),
    argon2('m=8,t=1,p=1', { tag: 'A'.repeat(92) }),
    argon2('m=8,t=1,p=1', { tag: `${TAG}=` }),
    argon2('m=8,t=1,p=1', { tag: TAG.replace('+', '-') }),
    `${argon2('m=8,t=1,p=1')}\n`,
    scrypt('n=17,r=32,p=1'),
    scrypt('n=14,r=8,p=17'),
    scrypt('n=18,r=8,p=2'),
    scrypt('n=22,r=1,p=1'),
    scrypt('n=0,r=8,p=1'),
    scrypt('n=14,r=0,p=1'),
    scrypt('n=14,r=33,p=1'),
    scrypt('n=14,r=8,p=1', { sk: '' }),
    scrypt('n=14,r=8,p=1', { digest: 'YWJj' }),
    scrypt('n=14,r=8,p=1', { sk: ',sk=YWJj', digest: 'YWJj' }),
    scrypt('n=14,r=8,p=1', { sk: `,sk=${KEY.slice(0, -1)}`, digest: KEY.slice(0, -1) }),
    scrypt('n=14,r=8,p=1', { sk: `,sk=${'A'.repeat(176)}`, digest: 'A'.repeat(176) }),
    scrypt('n=14,r=8,p=1').replace('v=1,', 'v=2,'),
    '$scrypt$ln=14,r=8,p=1$c2FsdA$aGFzaA',
    '$pbkdf2-sha256$29000$c2FsdA$aGFzaA',
    '$6$rounds=5000$abc$def',
    '',
  ];
  for (const hash of bad) assert.is(await acceptsHash(hash), false, hash);
});

test('the digest stays in SQL: the question has the salt and a length, and is answered once', async () => {
  for (const { hash } of KNOWN_HASHES) {
    const [row] = await db.sql<Record<'open' | 'other' | 'answered', object | null>[]>`
      select auth_lib.foreign_hash_request(${hash}, null) as open, auth_lib.foreign_hash_request(${hash}, ${computeArgon2Hash('x')}) as other,
        auth_lib.foreign_hash_request(${hash}, ${hash}) as answered`;
    const digest = hash.slice(hash.lastIndexOf('$') + 1);
    const question = {
      foreign_hash: { salt: hash.slice(0, -digest.length), bytes: Buffer.from(digest, 'base64').length },
    };
    assert.equal({ ...row }, { open: question, other: question, answered: null });
  }
});

test('no table accepts a hash of another form, or an empty one', async () => {
  const id = 'a0000000-0000-4000-8000-000000000001';
  await db.sql`insert into auth.users (id, aud, role, created_at, updated_at) values (${id}, 'x', 'x', now(), now())`;
  for (const hash of [
    '',
    'abJnggxhB/yWI',
    '$6$rounds=5000$abc$def',
    '$argon2d$v=19$m=8,t=1,p=1$a$a',
    `${computeArgon2Hash('x')}'`,
  ]) {
    for (const [table, time] of [
      ['passwords', 'updated_at'],
      ['pending_passwords', 'created_at'],
    ]) {
      const fault = await db.sql
        .unsafe(`insert into auth.${table} (user_id, hash, ${time}) values ($1, $2, now())`, [id, hash])
        .then(
          () => 'stored',
          (error: { constraint_name?: string }) => error.constraint_name,
        );
      assert.is(fault, `${table}_hash_check`, hash);
    }
  }
});

test.run();
