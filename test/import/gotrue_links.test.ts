// runner: when=import,sql,install

// Links and codes that GoTrue sent before an import: auth-js can consume each once, under Postern's rules.
import { createHash } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SERVICE } from '../support/clients/admin.ts';
import { assertClientError, createClient, expectData, sessionOf } from '../support/clients/client.ts';
import { compareDumps, dumpDatabase } from '../support/database/gotrue/dump.ts';
import { createGotrueDatabase, PASSWORD, PEPPER, SECRETS } from '../support/database/gotrue/gotrue_database.ts';
import { type Answer, type Stack, startStack, type TestGateway } from '../support/processes/stack.ts';

const stand = await createGotrueDatabase({ people: 40, files: ['links'] });
test.after(() => stand.db.drop());
const { sql } = stand.db;
const verifier = 'v'.repeat(43);
/** PKCE auth code that GoTrue issued for a clicked link just before the import, not yet exchanged. */
const issuedCode = '11111111-2222-4333-8444-555555555555';

const hashOf = (address: string, code: string): string =>
  createHash('sha224')
    .update(address + code)
    .digest('hex');
const mail = (number: number): string => `person${number}@example.com`;

const before = await dumpDatabase(sql);

test('the dry run counts the imported links and codes, and names each of the others with the reason', async () => {
  const report = await stand.look();
  assert.equal(report.blockers, []);
  const { 'links and codes': links, 'PKCE flows': flows } = report.counts.imported;
  assert.equal([links, flows], [28, 3]);
  const tables = ['flow_state', 'one_time_tokens', 'users'];
  assert.equal(
    report.counts.findings
      .filter(({ source }) => tables.includes(source))
      .map(({ source, reason, rows }) => `${rows} ${source}: ${reason}`),
    [
      '1 flow_state: it lives for minutes: a user in the middle of a sign-in starts again',
      '4 one_time_tokens: it has expired',
      '2 one_time_tokens: it was sent to another address than the user has now',
      '1 one_time_tokens: its form is unknown here',
      '1 one_time_tokens: its user is deleted',
      '1 one_time_tokens: the PKCE flow that it continues is gone',
      '1 one_time_tokens: the other link of its change of address is not imported',
      '2 one_time_tokens: there is a newer one of its kind',
      '2 users: a change of address whose link or code is not imported: request it again',
      '1 users: a recovery token without a row in one_time_tokens: request it again',
    ],
  );
  assert.equal(compareDumps(before, await dumpDatabase(sql)), []);
});

test('without a pepper none of them could be stored, so that is an obstacle', async () => {
  const { blockers } = await stand.look(undefined, { ...SECRETS, ring: null });
  assert.equal(blockers, [
    '28 links and codes cannot be imported: storing them needs SVC_SECURITY_PEPPER or SVC_JWT_SECRET; neither is set',
  ]);
});

class KilledError extends Error {}

test('a killed import resumes and imports each once, under an id that reveals neither link nor code', async () => {
  let ranges = 0;
  const killed = stand.apply({
    batch: 9,
    checkpoint: (at) => {
      if (at === 'copy_users' && ++ranges === 4) throw new KilledError();
    },
  });
  await killed.then(
    () => assert.unreachable('it was not killed'),
    (error: unknown) => assert.instance(error, KilledError),
  );
  const [some] = await sql`select count(*)::int as links from auth.one_time_tokens`;
  assert.ok(some?.links > 0 && some?.links < 28, `${some?.links} are there`);
  await stand.apply({ batch: 9 });
  assert.match(stand.log.join('\n'), /one_time_tokens: 28 rows, checksum -?\d+/);
  const rows =
    await sql`select t.id, t.kind, t.address, t.generation, t.expires_at - t.created_at = t.valid_for as whole,
    extract(epoch from t.valid_for)::int as life, t.expires_at > now() as lives from auth.one_time_tokens as t`;
  const ids = new Set(rows.map(({ id }) => String(id).replaceAll('-', '')));
  assert.is(ids.size, 28);
  for (const { kind, address, life, whole, lives } of rows) {
    assert.is(life, String(address).includes('@') ? 86_400 : 3_600, `${kind} to ${address}`);
    assert.ok(whole && lives);
  }
  for (let code = 0; code < 1_000_000; code += 1) {
    const link = hashOf(mail(1), String(code).padStart(6, '0'));
    if (ids.has(link.slice(0, 32))) assert.unreachable(`${link} is the id of a row`);
    if (code !== 111_111) continue;
    const digest = createHash('sha256').update(link).digest('hex');
    assert.not(ids.has(digest.slice(0, 32)), 'without a key it would be found by trying a million codes');
    break;
  }
});

type Body = Record<string, unknown>;
let stack: Stack;
const verify = (body: Body) => stack.post('/verify', body);
const follow = (type: string, token: string, node: TestGateway = stack) =>
  node.get(`/verify?type=${type}&token=${token}`).then(({ headers }) => new URL(headers.get('location') ?? ''));
const LINK = [403, 'otp_expired', 'Email link is invalid or has expired'] as const;
const CODE = [403, 'otp_expired', 'Token has expired or is invalid'] as const;
const errorOf = ({ status, body }: Answer) => [status, body.error_code, body.msg];
/** linkOf() consumes a user's link by POST. codeOf() consumes a user's code. */
const linkOf = (number: number, code: string, type = 'recovery') =>
  verify({ type, token_hash: hashOf(mail(number), code) });
const codeOf = (number: number, token: string, type = 'recovery') => verify({ type, email: mail(number), token });
const userOf = ({ body }: Answer) => (body.user as Body | undefined)?.email;

test('unmodified clients can use an imported link and an imported code, each once', async () => {
  await stand.db.letLogIn('auth');
  stack = await startStack({
    db: { ...stand.db, drop: () => Promise.resolve() },
    env: {
      SVC_SECURITY_PEPPER: PEPPER,
      SVC_SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION: 'true',
      SVC_EXTERNAL_PHONE_ENABLED: 'true',
    },
    worker: false,
  });
  const { auth } = createClient(stack.url);
  const by_link = { token_hash: hashOf(mail(1), '111111'), type: 'recovery' } as const;
  assert.is(sessionOf(await auth.verifyOtp(by_link)).user.email, mail(1));
  sessionOf(await auth.refreshSession());
  assertClientError(await auth.verifyOtp(by_link), LINK);
  const by_code = { email: mail(2), token: '222222', type: 'email' } as const;
  assert.is(sessionOf(await auth.verifyOtp(by_code)).user.email, mail(2));
  assertClientError(await auth.verifyOtp(by_code), CODE);
  const invited = await auth.verifyOtp({ token_hash: hashOf('guest@example.com', '030303'), type: 'invite' });
  assert.is(sessionOf(invited).user.email, 'guest@example.com');
  const by_sms = { phone: '15550007777', token: '040404', type: 'sms' } as const;
  assert.is(sessionOf(await auth.verifyOtp(by_sms)).user.phone, '15550007777');
  assertClientError(await auth.verifyOtp(by_sms), CODE);
});

test('the link of a browser signs in, and that of a PKCE flow gives a code that only its verifier can exchange', async () => {
  const implicit = await follow('magiclink', hashOf(mail(9), '909090'));
  assert.match(implicit.hash, /^#access_token=.*&type=magiclink$/);
  const pkce = hashOf(mail(3), '333333');
  assert.match(
    (await follow('recovery', pkce)).hash,
    /error_code=otp_expired/,
    'without the prefix it is no such link',
  );
  const code = (await follow('recovery', `pkce_${pkce}`)).searchParams.get('code');
  const { auth, storage } = createClient(stack.url, { flowType: 'pkce' });
  for (const auth_code of [String(code), issuedCode]) {
    const foreign = await stack.post('/token?grant_type=pkce', { auth_code, code_verifier: 'w'.repeat(43) });
    assert.is(foreign.body.error_code, 'bad_code_verifier');
    storage.set('supabase.auth.token-code-verifier', JSON.stringify(`${verifier}/recovery`));
    const { email } = sessionOf(await auth.exchangeCodeForSession(auth_code)).user;
    assert.is(email, auth_code === issuedCode ? mail(31) : mail(3));
  }
  const typed = await auth.verifyOtp({ email: 'pkce@example.com', token: '050505', type: 'signup' });
  assert.is(sessionOf(typed).user.email, 'pkce@example.com');
});

test('a confirmation sets the password of the sign-up that sent it, and of no other', async () => {
  const { auth } = createClient(stack.url);
  const signed_up = [
    ['new@example.com', '010101', undefined],
    ['later@example.com', '020202', 'invalid_credentials'],
  ] as const;
  for (const [email, code, expected] of signed_up) {
    const early = await auth.signInWithPassword({ email, password: PASSWORD });
    assert.is(early.error?.code, 'email_not_confirmed');
    sessionOf(await auth.verifyOtp({ token_hash: hashOf(email, code), type: 'signup' }));
    const { error } = await auth.signInWithPassword({ email, password: PASSWORD });
    assert.is(error?.code, expected, email);
  }
});

test('a change of address continues: both sides, the second of two, a phone number', async () => {
  const half = 'Confirmation link accepted. Please proceed to confirm link sent to the other email';
  const change = (email: string, token: string) => verify({ type: 'email_change', email, token });
  assert.is(
    (await change('person4@new.example.com', '444444')).body.msg,
    half,
    'nobody had confirmed, whatever stood there',
  );
  assert.is(userOf(await linkOf(4, '444440', 'email_change')), 'person4@new.example.com');
  assert.is(userOf(await change('person5@new.example.com', '555555')), 'person5@new.example.com');
  assert.match((await follow('email_change', hashOf(mail(6), '666666'))).hash, /^#message=Confirmation/);
  assert.equal(errorOf(await linkOf(6, '666666', 'email_change')), LINK);
  const last = await verify({ type: 'email_change', token_hash: hashOf('person6@new.example.com', '666660') });
  assert.is(userOf(last), 'person6@new.example.com');
  const moved = await verify({ type: 'phone_change', phone: '15550002222', token: '777777' });
  assert.is((moved.body.user as Body).phone, '15550002222');
  const [left] =
    await sql`select count(*)::int as users from auth.users as u where num_nonnulls(u.new_email, u.new_phone) > 0`;
  assert.is(left?.users, 0);
});

test('a nonce lets its user set one password', async () => {
  const { auth } = createClient(stack.url);
  sessionOf(await auth.signInWithPassword({ email: mail(8), password: PASSWORD }));
  const wrong = await auth.updateUser({ password: 'another password', nonce: '888889' });
  assert.is(wrong.error?.code, 'reauthentication_not_valid');
  expectData(await auth.updateUser({ password: 'another password', nonce: '888888' }));
  const again = await auth.updateUser({ password: 'a third password', nonce: '888888' });
  assert.is(again.error?.code, 'reauthentication_not_valid');
});

test('T76a an imported link or code serves no other type and no other user', async () => {
  for (const type of ['signup', 'invite', 'email_change'])
    assert.equal(errorOf(await linkOf(10, '909090', type)), LINK);
  for (const type of ['signup', 'email_change']) assert.equal(errorOf(await codeOf(10, '909090', type)), CODE);
  assert.equal(errorOf(await verify({ type: 'recovery', email: mail(2), token: '909090' })), CODE);
  const [row] = await sql`select t.id from auth.one_time_tokens as t where t.address = ${mail(10)}`;
  const shown = String(row?.id).replaceAll('-', '');
  for (const made of [`${shown}01${'0'.repeat(22)}`, shown + hashOf(mail(10), '909090').slice(32)])
    assert.equal(errorOf(await verify({ type: 'recovery', token_hash: made })), LINK);
  assert.is(userOf(await linkOf(10, '909090')), mail(10));
});

test('five wrong attempts invalidate an imported code but not the link', async () => {
  for (let guess = 0; guess < 5; guess += 1) assert.equal(errorOf(await codeOf(11, `00000${guess}`)), CODE);
  assert.equal(errorOf(await codeOf(11, '909090')), CODE);
  assert.is(userOf(await linkOf(11, '909090')), mail(11));
});

test('invalidates the imported link for a new link, password or address, and when it expires; a ban applies', async () => {
  const put = (number: number, body: Body) =>
    sql`select gotrue_fixture.id(${number}, 'user') as id`.then(([row]) =>
      stack.request('PUT', `/admin/users/${row?.id}`, body, SERVICE),
    );
  assert.is((await stack.post('/recover', { email: mail(12) })).status, 200);
  assert.is((await put(13, { password: 'set by an administrator' })).status, 200);
  assert.is((await put(14, { email: 'person14@moved.example.com' })).status, 200);
  await sql`update auth.one_time_tokens set expires_at = now() - interval '1 millisecond' where address = ${mail(15)}`;
  for (const number of [12, 13, 14, 15]) {
    assert.equal(errorOf(await linkOf(number, '909090')), LINK, mail(number));
    assert.equal(errorOf(await codeOf(number, '909090')), CODE, mail(number));
    assert.match((await follow('recovery', hashOf(mail(number), '909090'))).hash, /error_code=otp_expired/);
  }
  assert.is((await put(16, { ban_duration: '1h' })).status, 200);
  assert.is((await linkOf(16, '909090')).body.error_code, 'user_banned');
});

test('of fifty concurrent requests, by link and by code, one signs in', async () => {
  for (const [number, ask] of [
    [17, linkOf],
    [18, codeOf],
  ] as const) {
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask(number, '909090')));
    const statuses = answers.map(({ status }) => status).sort();
    assert.equal([statuses[0], new Set(statuses.slice(1))], [200, new Set([403])], mail(number));
  }
});

test('links and codes still work after a rotation of the pepper', async () => {
  const renewed = await stack.another({ SVC_SECURITY_PEPPER: `2:${Buffer.alloc(32, 9).toString('base64')},${PEPPER}` });
  assert.match((await follow('recovery', hashOf(mail(19), '909090'), renewed)).hash, /^#access_token=/);
  const answer = await renewed.post('/verify', { type: 'recovery', email: mail(33), token: '909090' });
  assert.is(userOf(answer), mail(33));
});

test('the reverse restores every line of the database', async () => {
  await stack.close();
  await stand.revert();
  assert.equal(compareDumps(before, await dumpDatabase(sql)), []);
});

test.run();
