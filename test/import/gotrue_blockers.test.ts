// Conditions that stop an import before it begins, each named in the error, and values encrypted by GoTrue.
import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { UsageError } from '../../core/terminal/errors.ts';
import { decryptValue, readDecryptionKeys } from '../../import/gotrue/decryption.ts';
import { connect, expectMigrationRefused } from '../install/migration_database.ts';
import { createDatabase } from '../support/database/db.ts';
import { KNOWN_HASHES } from '../support/database/foreign_hashes.ts';
import { CODE_LIFETIMES, createGotrueDatabase, ring, SECRETS } from '../support/database/gotrue/gotrue_database.ts';

const stand = await createGotrueDatabase({ people: 2 });
test.after(() => stand.db.drop());
const { sql } = stand.db;

const MASTER = randomBytes(32);
const KEYS = `other:${randomBytes(32).toString('base64url')},one:${MASTER.toString('base64url')}`;
const keys = readDecryptionKeys(KEYS);

/** Encrypts a column as GoTrue does: AES-GCM with a key derived for the row. */
function encryptAsGotrue(text: string, row_id: string, key_id = 'one'): string {
  const key = Buffer.from(hkdfSync('sha256', MASTER, Buffer.alloc(0), row_id, 32));
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const data = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return JSON.stringify({
    key_id,
    alg: 'aes-gcm-hkdf',
    data: data.toString('base64'),
    nonce: nonce.toString('base64'),
  });
}

test('an encrypted value decrypts with its key, for its row only; others yield null, and plain values stay', () => {
  assert.is(decryptValue(encryptAsGotrue('secret', 'row'), 'row', keys), 'secret');
  assert.is(decryptValue(encryptAsGotrue('secret', 'row'), 'another', keys), null);
  assert.is(decryptValue(encryptAsGotrue('secret', 'row', 'gone'), 'row', keys), null);
  assert.is(decryptValue(encryptAsGotrue('secret', 'row', 'other'), 'row', keys), null);
  for (const clear of ['JBSWY3DP', '{not json', '{"key_id": "one"}', ''])
    assert.is(decryptValue(clear, 'row', keys), clear);
  for (const wrong of ['one', 'one:short', `:${MASTER.toString('base64url')}`])
    assert.throws(
      () => readDecryptionKeys(wrong),
      (error: unknown) => error instanceof UsageError,
    );
});

test('objects of the application that cannot be pointed at the new tables stop it, and are named', async () => {
  await sql.unsafe(`
    create view public.instances_of_users as select u.id, u.instance_id from auth.users u;
    create materialized view public.users_kept as select u.id from auth.users u;
    create view public.identities_seen as select i.id, i.provider_id from auth.identities i;
    create table public.levels (level auth.aal_level);
    create table public.session_notes (session_id uuid references auth.sessions (id))`);
  const { blockers } = await stand.look();
  assert.equal(
    blockers.map((blocker) => blocker.replace(/^object .* depends/, 'object … depends')).sort(),
    [
      'foreign key session_notes_session_id_fkey on public.session_notes: it references sessions, where only users (id) may be referenced',
      'object … depends on type auth.aal_level and would still do so after the import',
      'view public.identities_seen: it reads identities.id, identities.provider_id, which applications cannot read in Postern',
      'view public.instances_of_users: it reads users.instance_id, which applications cannot read in Postern',
      'view public.users_kept: it is a materialized view: drop it before the import and create it again afterwards',
    ].sort(),
  );
  await sql.unsafe(`drop view public.instances_of_users, public.identities_seen; drop materialized view public.users_kept;
    drop table public.levels, public.session_notes`);
  assert.equal((await stand.look()).blockers, []);
});

test('a connected GoTrue stops it', async () => {
  await sql.unsafe(`alter role supabase_auth_admin login password 'gotrue'`);
  const url = new URL(stand.db.superuser_url);
  url.username = 'supabase_auth_admin';
  url.password = 'gotrue';
  const gotrue = connect(url.href, 1);
  await gotrue`select 1`;
  try {
    assert.equal((await stand.look()).blockers, ['GoTrue is still connected (as supabase_auth_admin): stop it first']);
  } finally {
    await gotrue.end({ timeout: 1 });
  }
});

test('refuses a database without GoTrue, and a GoTrue that is too old', async () => {
  const empty = await createDatabase();
  try {
    const { evaluateImport: look } = await import('../../import/gotrue/evaluate.ts');
    const { withConnection } = await import('../../install/migrate/connection.ts');
    const message = await expectMigrationRefused(
      withConnection(
        empty.migration().target,
        () => undefined,
        (connection) => look(connection, stand.places, { secrets: SECRETS, lives: CODE_LIFETIMES }),
      ),
    );
    assert.match(message, /does not hold the tables of GoTrue/);
  } finally {
    await empty.drop();
  }
  await sql.unsafe('alter table auth.identities rename column provider_id to old_id');
  assert.match(await expectMigrationRefused(stand.look()), /too old to be imported: identities has no provider_id/);
  await sql.unsafe('alter table auth.identities rename column old_id to provider_id');
});

test('a key larger than our limit stays behind, and the import completes without it', async () => {
  await sql.unsafe(`insert into auth.webauthn_credentials (id, user_id, credential_id, public_key, attestation_type, sign_count, transports)
    select gotrue_fixture.id(n, 'passkey'), gotrue_fixture.id(2, 'user'), decode(to_char(n, 'FM0000'), 'hex'), decode(repeat('a5', n), 'hex'), '', 0,
      (select jsonb_agg('t' || t) from generate_series(1, n - 1080) as t) from unnest(array[1100, 1101]) as n`);
  const { blockers, counts } = await stand.look();
  assert.equal(blockers, []);
  assert.equal(
    counts.findings
      .filter(({ source }) => source === 'webauthn_credentials')
      .map(({ verdict, reason, rows }) => [verdict, reason, rows]),
    [['stays', 'its user is deleted, or its key has an impossible length', 1]],
  );
});

test('a second factor with a key larger than our limit stops it: the account would be less safe without', async () => {
  const key = (bytes: number, id = 4): object => ({
    id: Buffer.alloc(id, 1).toString('base64'),
    publicKey: Buffer.alloc(bytes, 1).toString('base64'),
    transport: Array.from({ length: 40 }, (_, index) => `transport ${index}`),
    authenticator: { AAGUID: 'AAAAAAAAAAAAAAAAAAAAAA==', signCount: 7 },
  });
  await sql`insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, web_authn_credential)
    values (gotrue_fixture.id(2, 'key'), gotrue_fixture.id(2, 'user'), 'key', 'webauthn', 'verified', now(), now(), '{}')`;
  const blockersOf = async (credential: object): Promise<readonly string[]> => {
    await sql`update auth.mfa_factors set web_authn_credential = ${credential as never} where id = gotrue_fixture.id(2, 'key')`;
    return (await stand.look()).blockers;
  };
  for (const large of [key(1101), key(77, 1024)])
    assert.match((await blockersOf(large)).join(), /its key has an unknown form/);
  assert.equal(await blockersOf(key(1100, 1023)), []);
});

test('imports encrypted passwords, secrets and keys with the decryption keys; without them the secret of a factor stops it', async () => {
  const [row] =
    await sql`select u.id, u.encrypted_password as hash, gotrue_fixture.id(1, 'totp') as factor, gotrue_fixture.id(1, 'session') as session
    from auth.users as u where u.id = gotrue_fixture.id(1, 'user')`;
  const { id, hash, factor, session } = row as unknown as Record<string, string>;
  await sql`update auth.users set encrypted_password = ${encryptAsGotrue(String(hash), String(id))} where id = ${String(id)}`;
  const foreign = String(KNOWN_HASHES[0]?.hash);
  const [other] = await sql`select gotrue_fixture.id(2, 'user') as id`;
  await sql`update auth.users set encrypted_password = ${encryptAsGotrue(foreign, String(other?.id))} where id = ${String(other?.id)}`;
  await sql`insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at, secret)
    values (${String(factor)}, ${String(id)}, 'totp', 'verified', now(), now(), ${encryptAsGotrue('JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', String(factor))})`;
  const key = randomBytes(32).toString('base64url');
  await sql`update auth.sessions set refresh_token_hmac_key = ${encryptAsGotrue(key, String(session))}, refresh_token_counter = 0 where id = ${String(session)}`;
  const { blockers } = await stand.look();
  assert.is(blockers.length, 1);
  assert.match(blockers[0] ?? '', /its secret is encrypted: set GOTRUE_SECURITY_DB_ENCRYPTION_DECRYPTION_KEYS/);

  const secrets = { ...SECRETS, keys };
  assert.equal((await stand.look(undefined, secrets)).blockers, []);
  await stand.apply({ secrets });
  const [stored] =
    await sql`select p.hash, f.secret, (select count(*)::int from auth.old_refresh_tokens as o where o.session_id = ${String(session)}) as tokens
    from auth.passwords as p join auth.factors as f on f.user_id = p.user_id where p.user_id = ${String(id)}`;
  assert.is(stored?.hash, hash);
  assert.is(ring.open(stored?.secret, String(factor)), '48656c6c6f21deadbeef48656c6c6f21deadbeef');
  assert.is(stored?.tokens, 3, 'two opaque ones and the signed one');
  const [theirs] = await sql`select p.hash, jsonb_array_length(f.credential -> 'transports') as in_factor,
      (select array_agg(cardinality(k.transports) || ' of ' || octet_length(k.public_key)) from auth.passkeys as k) as in_passkeys
    from auth.passwords as p join auth.factors as f on f.user_id = p.user_id where p.user_id = ${String(other?.id)}`;
  assert.equal({ ...theirs }, { hash: foreign, in_factor: 16, in_passkeys: ['16 of 1100'] });
});

test.run();
