// Unusual rows of real databases: each is imported, imported with a change, stored in kept_rows, or not imported, as
// reported.
import { createHash } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { signRefreshToken } from '../../import/gotrue/secrets.ts';
import { compareDumps, dumpDatabase } from '../support/database/gotrue/dump.ts';
import { createGotrueDatabase, ring, SECRETS } from '../support/database/gotrue/gotrue_database.ts';

const PEOPLE = 20;
const stand = await createGotrueDatabase({ people: PEOPLE, files: ['odd'] });
test.after(() => stand.db.drop());
const { sql } = stand.db;

const idOf = async (number: number, kind = 'user'): Promise<string> => {
  const [row] = await sql`select gotrue_fixture.id(${number}, ${kind}) as id`;
  return String(row?.id);
};
const user = async (number: number) =>
  (await sql`select u.* from auth.users as u where u.id = gotrue_fixture.id(${number}, 'user')`)[0];
const digest = (token: string): string => createHash('sha256').update(token).digest('hex');
const counterOf = async (token: string): Promise<number | null> => {
  const [row] =
    await sql`select o.counter from auth.old_refresh_tokens as o where o.digest = decode(${digest(token)}, 'hex')`;
  return row === undefined ? null : Number(row.counter);
};

const before = await dumpDatabase(sql);

test('the dry run names each row that is not imported unchanged, with the reason, and changes nothing', async () => {
  const rows: string[] = [];
  const report = await stand.look(
    (finding) => void rows.push(`${finding.verdict} ${finding.source} ${finding.id}: ${finding.reason}`),
  );
  assert.equal(report.blockers, []);
  const found = report.counts.findings.map(
    ({ verdict, source, reason, rows: count }) => `${verdict} ${count} ${source}: ${reason}`,
  );
  assert.equal(found, [
    'changed 1 oauth_clients: its name has invisible characters, or its page or logo is no http address: imported without it',
    'changed 1 users: an instant before the year 1 or after 9999: imported without it',
    'changed 1 users: another user has the same e-mail address: imported without it; kept_rows has it',
    'changed 1 users: another user has the same phone number: imported without it; kept_rows has it',
    'changed 1 users: metadata of more than 10 kB: imported unchanged, but access tokens may be too long for proxies',
    'changed 1 users: metadata that are no JSON object: imported without them; kept_rows has them',
    'changed 1 users: signs in by SSO, and its provider does not exist: nobody can sign in to it',
    'changed 1 users: the ban ends after the year 9999: imported with that end',
    'changed 2 users: the e-mail address is malformed: imported unchanged, but no mail can be sent to it',
    'kept 3 custom_oauth_providers: it breaks a rule for providers, or its discovery document was never read: nobody can sign in with it until an administrator adds it again',
    'kept 1 oauth_clients: a redirect URI of it cannot be registered here: an administrator creates it again',
    'kept 1 oauth_clients: it breaks a rule for clients: an administrator creates it again',
    'kept 1 oauth_clients: it is deleted',
    'kept 1 oauth_consents: its OAuth client is not imported',
    'kept 1 sso_domains: it has no SAML provider: nobody can sign in with it',
    'kept 1 sso_providers: it has no SAML provider: nobody can sign in with it',
    'kept 4 users: parts of the user without a column here',
    'stays 3 audit_log_entries: it names no action, or holds text that jsonb refuses',
    'stays 1 flow_state: it lives for minutes: a user in the middle of a sign-in starts again',
    'stays 2 identities: another identity has the same provider and subject',
    'stays 1 identities: it has no provider or no subject',
    'stays 1 identities: its user does not exist',
    'stays 1 identities: its user is deleted',
    'stays 1 mfa_factors: it was never verified',
    'stays 1 one_time_tokens: it has expired',
    'stays 1 refresh_tokens: it has no session, so GoTrue refuses it too',
    'stays 1 refresh_tokens: it is of another user than its session',
    'stays 1 refresh_tokens: its session is not imported',
    'stays 1 sessions: it has ended',
    'stays 1 sessions: its OAuth client is not imported',
    'stays 1 sessions: its user does not exist',
    'stays 1 sessions: its user is deleted',
    'stays 1 users: a change of address whose link or code is not imported: request it again',
    'stays 1 users: the password has an unsupported hash: imported without a password; the user sets one by recovery',
  ]);
  assert.is(
    rows.length,
    report.counts.findings.reduce((sum, { rows: count }) => sum + count, 0),
  );
  assert.ok(
    rows.includes(
      `changed users ${await idOf(9002)}: another user has the same e-mail address: imported without it; kept_rows has it`,
    ),
  );
  assert.equal(
    report.unchanged.filter(({ kind }) => kind === 'stays').map(({ name }) => name),
    ['function auth.helper_of_ours()', 'table notes_of_ours'],
  );
  assert.equal(compareDumps(before, await dumpDatabase(sql)), []);
});

test('an unreadable verified factor, or provider secret, is an obstacle: the account would be less safe, or without a way to sign in', async () => {
  const report = await stand.look(undefined, { ...SECRETS, ring: null });
  assert.is(report.blockers.length, 4);
  assert.match(report.blockers[3] ?? '', /^the secrets of 1 OAuth clients cannot be imported: SVC_SECURITY_PEPPER/);
  assert.match(report.blockers[0] ?? '', /^1 second factors cannot be imported.*SVC_SECURITY_PEPPER/);
  assert.match(
    report.blockers[1] ?? '',
    /^the client secret of the provider custom:corp cannot be imported: .*SVC_SECURITY_PEPPER/,
  );
});

test('imports unusual users with their valid parts', async () => {
  await stand.apply({ batch: 3 });
  const twin = await user(9001);
  assert.equal(
    [twin?.email, (await user(9002))?.email],
    ['twin@example.com', null],
    'who has proven the address keeps it',
  );
  assert.equal([(await user(9004))?.phone, (await user(9005))?.phone], ['15550001111', null]);
  const [kept] = await sql`select k.data from auth.kept_rows as k where k.user_id = ${await idOf(9002)}`;
  assert.equal(kept?.data, { email: 'twin@example.com' });
  assert.is((await user(9003))?.email, 'not an address');
  assert.is((await user(9006))?.is_anonymous, true);
  assert.equal([(await user(9007))?.raw_app_meta_data, (await user(9007))?.raw_user_meta_data], [{}, {}]);
  assert.equal([(await user(9008))?.aud, (await user(9008))?.role], ['authenticated', 'authenticated']);
  assert.is((await user(9009))?.banned_until.getUTCFullYear(), 9999);
  assert.is((await user(9010))?.created_at.getUTCFullYear(), 2999);
  assert.is((await user(9012))?.email, 'gone-digest');
  assert.is((await user(9013))?.email, 'person1@example.com', 'shown, but matches no sign-in');
  assert.is((await user(9019))?.sign_up_role, null, 'a privileged role was not signed up for');
  assert.is((await user(9020))?.email, 'Ümlaut@example.com');
  assert.is((await user(1))?.factor_status, 'verified');
  const addresses =
    await sql`select a.value, a.user_id from auth.addresses as a where a.value in ('person1@example.com', 'gone-digest')`;
  assert.equal(
    [...addresses].map((row) => row.user_id),
    [await idOf(1)],
  );
});

test('imports hashes that can be verified; one without a confirmed address waits for the confirmation', async () => {
  const hashes = await sql`select p.user_id, left(p.hash, 8) as hash from auth.passwords as p
    where p.user_id in (select gotrue_fixture.id(n, 'user') from generate_series(9001, 9020) as n)`;
  assert.equal(
    [...hashes].map((row) => [row.user_id, row.hash]),
    [[await idOf(9016), '$argon2i']],
  );
  const pending = await sql`select p.user_id from auth.pending_passwords as p`;
  assert.equal(
    [...pending].map((row) => row.user_id),
    [await idOf(9015)],
  );
});

test('identities: one for a subject, own ones under the user, missing ones created', async () => {
  const rows = await sql`select i.provider, i.subject, i.user_id, i.email from auth.identities as i where i.user_id in (
    select gotrue_fixture.id(n, 'user') from generate_series(9001, 9020) as n) order by 1, 2`;
  const [twin, github, sso, unproven, argon, invited, md5] = await Promise.all(
    [9001, 9003, 9013, 9015, 9016, 9017, 9014].map((number) => idOf(number)),
  );
  const emails = [
    ['email', twin, twin, 'twin@example.com'],
    ['email', md5, md5, 'md5@example.com'],
    ['email', unproven, unproven, 'unproven@example.com'],
    ['email', argon, argon, 'argon@example.com'],
    ['email', invited, invited, 'invited@example.com'],
  ].sort((a, b) => (String(a[1]) < String(b[1]) ? -1 : 1));
  assert.equal(
    [...rows].map((row) => [row.provider, row.subject, row.user_id, row.email]),
    [...emails, ['github', '42', github, null], ['sso:4f0c', 'saml-subject', sso, 'person1@example.com']],
  );
});

test('tokens keep their place in the chain, in all three forms', async () => {
  assert.equal(
    [
      await counterOf('activetoken1'),
      await counterOf('parenttoken1'),
      await counterOf('grandparent1'),
      await counterOf('MixedAlphabet-_22chars'),
    ],
    [2, 1, 0, 2],
  );
  assert.equal(
    [await counterOf('orphantoken1'), await counterOf('endedtoken12'), await counterOf('othersuser12')],
    [null, null, null],
  );
  const session = await idOf(9003, 'session');
  const key = Buffer.alloc(32, 0x0b);
  assert.equal(
    await Promise.all([300, 299, 298, 292, 291].map((counter) => counterOf(signRefreshToken(session, counter, key)))),
    [2, 1, 0, 0, null],
  );
});

test('imports factors and passkeys with their keys; seals the secret of an app', async () => {
  const rows =
    await sql`select f.factor_type, f.friendly_name, f.phone, f.secret, f.credential, f.id from auth.factors as f order by 1`;
  assert.equal(
    rows.map((row) => row.factor_type),
    ['phone', 'totp', 'webauthn'],
  );
  const [phone, app, key] = rows;
  assert.equal([phone?.phone, phone?.friendly_name], ['15550002222', null]);
  assert.is(
    ring.open(app?.secret, app?.id),
    Buffer.from('48656c6c6f21deadbeef48656c6c6f21deadbeef', 'hex').toString('hex'),
  );
  assert.equal(key?.credential, {
    id: '01020304',
    public_key: 'a5010203262001215820',
    attestation_type: 'none',
    aaguid: '00000000-0000-0000-0000-000000000000',
    sign_count: 7,
    transports: ['usb'],
    backup_eligible: true,
    backed_up: false,
  });
  const [passkey] =
    await sql`select encode(k.credential_id, 'hex') as id, k.transports, k.sign_count::int from auth.passkeys as k`;
  assert.equal(passkey, { id: '0102', transports: ['internal'], sign_count: 3 });
});

test('imports custom providers with sealed secrets, and sets aside those that our rules reject', async () => {
  const rows = await sql`select p.* from auth.custom_providers as p order by p.identifier`;
  const [corp, plain, ...more] = rows;
  assert.is(more.length, 0);
  assert.is(corp?.id, await idOf(1, 'provider'));
  assert.is(corp?.identifier, 'custom:corp');
  assert.equal([corp?.scopes, corp?.attribute_mapping, corp?.enabled], [['openid', 'email'], { mail: 'email' }, true]);
  assert.is(corp?.discovery_document.token_endpoint, 'https://id.corp.example/token');
  assert.is(ring.open(corp?.client_secret, corp?.id), 'a client secret');
  assert.equal([plain?.authorization_params, plain?.pkce_enabled, plain?.enabled], [{ prompt: 'login' }, false, false]);
  const wrong =
    await sql`select p.identifier from auth.custom_providers as p where auth_lib.check_custom_provider(p) is not null`;
  assert.equal([...wrong], [], 'an administrator could have added each');
  const found = await sql`select auth_lib.provider_definition('custom:corp') ->> 'issuer' as issuer`;
  assert.is(found[0]?.issuer, 'https://id.corp.example');
});

test('imports OAuth clients whose secrets go on, consents, and sessions of clients', async () => {
  const rows = await sql`select c.* from auth.oauth_clients as c order by c.client_name nulls last`;
  assert.equal(
    rows.map((c) => [c.id, c.client_name, c.client_uri, c.registration_type, c.redirect_uris, c.grant_types]),
    [
      [
        await idOf(2, 'client'),
        'Imported',
        'https://client.example.com',
        'manual',
        ['https://client.example.com/callback', 'http://localhost:3000/cb'],
        ['authorization_code', 'refresh_token'],
      ],
      [await idOf(3, 'client'), null, null, 'dynamic', ['myapp://callback'], ['authorization_code']],
    ],
  );
  const digest_of = createHash('sha256').update('imported-client-secret-of-43-characters-1234567').digest();
  const stored = rows[0]?.imported_secret as Buffer;
  assert.is(stored.toString('hex'), ring.importedSecret(digest_of));
  assert.not(stored.equals(digest_of), 'a dump of GoTrue fits no row here');
  const consents =
    await sql`select o.user_id, o.scopes, o.revoked_at is not null as revoked from auth.oauth_consents as o
    order by o.granted_at, o.revoked_at nulls first`;
  assert.equal(
    consents.map(({ user_id, scopes, revoked }) => [user_id, scopes, revoked]),
    [
      [await idOf(2), ['openid', 'email'], false],
      [await idOf(3), ['email'], true],
    ],
  );
  const [session, ...more] = await sql`select s.* from auth.sessions as s where s.oauth_client_id is not null`;
  assert.is(more.length, 0);
  assert.equal([session?.oauth_client_id, session?.scopes], [await idOf(2, 'client'), ['openid', 'email']]);
  assert.is(await counterOf('clienttoken1'), 2);
});

test('imports the audit log, and sets aside rows without a table', async () => {
  const rows =
    await sql`select a.actor_id, a.actor_username, a.actions, host(a.ip) as ip from auth.audit_log as a order by a.actions`;
  assert.equal(
    [...rows],
    [
      { actor_id: await idOf(1), actor_username: 'person1@example.com', actions: ['login'], ip: '192.0.2.7' },
      { actor_id: '00000000-0000-0000-0000-000000000000', actor_username: '', actions: ['logout'], ip: null },
    ],
  );
  const kept = await sql`select k.source, count(*)::int as rows from auth.kept_rows as k group by 1 order by 1`;
  assert.equal(
    [...kept].map(({ source, rows: count }) => [source, count]),
    [
      ['custom_oauth_providers', 3],
      ['oauth_clients', 3],
      ['oauth_consents', 1],
      ['sso_domains', 1],
      ['sso_providers', 1],
      ['users', 4],
    ],
  );
});

test('the reverse restores all of it', async () => {
  await stand.revert();
  assert.equal(compareDumps(before, await dumpDatabase(sql)), []);
});

test.run();
