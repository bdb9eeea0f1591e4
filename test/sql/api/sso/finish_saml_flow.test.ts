// finish_saml_flow runs after the gateway has verified a SAML response: accounts of organizations, their sessions, and
// forbidden assertions.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type CallArguments,
  type CallResult,
  client,
  createConfirmedPerson,
  openSqlApi,
  readMemberAt,
  settings,
} from '../../../support/database/sql_api.ts';
import { newEmail } from '../../../support/processes/stack.ts';
import { insertExternalUser } from '../../external_user.ts';
import { ADMIN, createProvider, finishArguments, newAssertion, PKCE, startFlow } from './saml.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

const provider = await createProvider(sql_api);
const NAME = `sso:${provider.id}`;

const finish = async (
  assertion: CallArguments,
  o: { of?: CallResult; more?: CallArguments; flow?: CallArguments } = {},
): Promise<CallResult> => {
  const id = (o.of ?? provider).id;
  return sql_api.call('finish_saml_flow', finishArguments(id, await startFlow(sql_api, id, o.flow), assertion, o.more));
};
const refused = async (
  assertion: CallArguments,
  expected: readonly [number, string, string],
  o: { of?: CallResult; more?: CallArguments; changes?: string[] } = {},
) => {
  const id = (o.of ?? provider).id;
  const flow = await startFlow(sql_api, id);
  await sql_api.refused(
    'finish_saml_flow',
    finishArguments(id, flow, assertion, o.more),
    expected,
    o.changes ?? ['consumed_assertions', 'flow_states'],
  );
};
const userOf = (answer: CallResult) => readMemberAt(answer, 'body.user') as CallArguments & { id: string };

test('a first sign-in creates an account, the second finds it', async () => {
  const assertion = newAssertion({ email: 'Ada@Corp.Example' });
  const first = await finish(assertion);
  const user = userOf(first);
  assert.equal(
    [user.email, user.is_sso_user, user.app_metadata, Boolean(user.email_confirmed_at), user.is_anonymous],
    ['ada@corp.example', true, { provider: NAME, providers: [NAME] }, true, false],
  );
  const [identity] = user.identities as CallArguments[];
  assert.equal([identity?.provider, identity?.id, identity?.identity_data], [NAME, assertion.subject, assertion.data]);
  assert.equal(readMemberAt(first, 'claims.amr'), [
    { method: 'sso/saml', timestamp: readMemberAt(first, 'claims.iat'), provider: provider.id },
  ]);
  assert.is(readMemberAt(first, 'claims.email'), 'ada@corp.example');
  let entry = await sql_api.audited();
  assert.equal([entry?.actions, entry?.traits], [['user_signedup'], { provider: NAME }]);
  assert.is((await sql_api.rows('auth.audit_log', `t.actor_id = '${user.id}'`))[0]?.actor_via_sso, true);
  await sql_api.advance(60);
  const data = { ...(assertion.data as CallArguments), name: 'Ada' };
  const again = userOf(await finish(newAssertion({ ...assertion, id: '_second', data })));
  assert.equal([again.id, (again.user_metadata as CallArguments).name], [user.id, 'Ada']);
  entry = await sql_api.audited();
  assert.equal(entry?.actions, ['login']);
});

test('writes only the listed tables, and no row by which the address finds the account', async () => {
  const email = newEmail();
  const flow = await startFlow(sql_api, provider.id);
  const tables = await sql_api.changes(() =>
    sql_api.call('finish_saml_flow', finishArguments(provider.id, flow, newAssertion({ email }))),
  );
  assert.equal(tables, ['audit_log', 'consumed_assertions', 'flow_states', 'identities', 'sessions', 'users']);
  assert.equal(await sql_api.rows('auth.addresses', `t.value = '${email}'`), []);
});

test('an asserted address of another person opens no other account, in either order', async () => {
  const ordinary = await createConfirmedPerson(sql_api);
  const sso = userOf(await finish(newAssertion({ email: ordinary.email })));
  assert.is.not(sso.id, ordinary.id);
  assert.equal(sso.email, ordinary.email);
  // A sign-up, an external provider and a second organization do not find the SSO user.
  const email = newEmail();
  const first = userOf(await finish(newAssertion({ email })));
  const other = await createProvider(sql_api);
  const second = userOf(await finish(newAssertion({ email }), { of: other }));
  const id = randomUUID();
  await sql_api.call('start_provider_flow', { id, provider: 'github', verifier: 'x', redirect_to: '' });
  await sql_api.call('consume_provider_flow', { id });
  const profile = { subject: '9', emails: [{ email, verified: true, primary: true }], data: { email, sub: '9' } };
  const third = userOf(await sql_api.call('finish_provider_flow', { id, profile, client, settings: settings() }));
  assert.is(new Set([first.id, second.id, third.id]).size, 3);
  assert.is((await sql_api.rows('auth.addresses', `t.value = '${email}'`))[0]?.user_id, third.id);
  // The same holds with linking domains that name the provider, for a user with a verified identity of another
  // provider.
  const linked = { experimental_provider_linking_domains: { [NAME]: 'default' } };
  const external = newEmail();
  await insertExternalUser(sql_api.db.sql, { address: external, confirmed: true });
  const fourth = userOf(await finish(newAssertion({ email: external }), { more: { settings: settings(linked) } }));
  assert.is(fourth.is_sso_user, true);
});

test('the same subject at two providers is two people', async () => {
  const other = await createProvider(sql_api);
  const assertion = newAssertion();
  const one = userOf(await finish(assertion));
  const two = userOf(await finish({ ...assertion, id: '_x' }, { of: other }));
  assert.is.not(one.id, two.id);
});

test('a changed address stays in the identity; a changed subject with the same address replaces the old one', async () => {
  const assertion = newAssertion();
  const { id } = userOf(await finish(assertion));
  const moved = newEmail();
  const data = { ...(assertion.data as CallArguments), email: moved };
  const changed = userOf(await finish({ ...assertion, id: '_a', email: moved, data }));
  assert.equal([changed.id, changed.email], [id, assertion.email]);
  assert.equal(
    (changed.identities as CallArguments[]).map(({ email }) => email),
    [moved],
  );
  const renamed = newAssertion({ email: moved.toUpperCase() });
  const found = userOf(await finish(renamed));
  assert.equal([found.id, (found.identities as CallArguments[]).map((one) => one.id)], [id, [renamed.subject]]);
});

test('an account does not keep an address that its provider may no longer assert', async () => {
  const of = await createProvider(sql_api);
  const [chief, guest] = [newAssertion({ email: 'chief@other.example' }), newAssertion({ email: 'ada@kept.example' })];
  for (const one of [chief, guest]) await finish(one, { of });
  await sql_api.call('change_sso_provider', {
    ...ADMIN,
    id: of.id,
    provider: { domains: ['kept.example'] },
    metadata: null,
    settings: settings(),
    client,
  });
  const again = ({ subject }: CallArguments, email: string) =>
    finish(newAssertion({ subject, email }), { of }).then((answer) => userOf(answer).email);
  assert.is(await again(chief, 'chief@kept.example'), 'chief@kept.example');
  assert.is(await again(guest, 'lovelace@kept.example'), 'ada@kept.example');
});

test('refuses a sign-in if several accounts have the address', async () => {
  const [one, two] = [newAssertion(), newAssertion()];
  await finish(one);
  await finish(two);
  const email = newEmail();
  for (const known of [one, two]) {
    const data = { ...(known.data as CallArguments), email };
    await finish({ ...known, id: `_${randomUUID()}`, email, data });
  }
  await refused(newAssertion({ email }), [
    500,
    'unexpected_failure',
    `Multiple accounts with the same email address in the same linking domain detected: ${NAME}`,
  ]);
});

test('an assertion signs in once, also without a flow and for another flow of its provider', async () => {
  const spent = [400, 'validation_failed', 'SAML Assertion is not valid: replayed'] as const;
  const assertion = newAssertion();
  const flow = await startFlow(sql_api, provider.id);
  await sql_api.call('finish_saml_flow', finishArguments(provider.id, flow, assertion));
  const gone = [404, 'saml_relay_state_not_found', 'SAML RelayState does not exist, try logging in again?'] as const;
  await sql_api.refused('finish_saml_flow', finishArguments(provider.id, flow, assertion), gone);
  await sql_api.refused('finish_saml_flow', finishArguments(provider.id, null, assertion), spent);
  await refused(assertion, spent, { changes: [] });
  // Another provider may use the same ID.
  const other = await createProvider(sql_api);
  await finish(assertion, { of: other });
});

test('ten parallel calls with one assertion make one session', async () => {
  const assertion = newAssertion();
  const flow = await startFlow(sql_api, provider.id);
  const calls = Array.from({ length: 10 }, (_, n) =>
    sql_api.call('finish_saml_flow', finishArguments(provider.id, n % 2 ? flow : null, assertion)),
  );
  const answers = await Promise.all(calls);
  assert.is(answers.filter(({ refused }) => refused === undefined).length, 1);
  assert.is((await sql_api.rows('auth.users', `t.email = '${assertion.email}'`)).length, 1);
});

test('parallel first sign-ins of one person make one account', async () => {
  const assertion = newAssertion();
  const calls = Array.from({ length: 8 }, (_, n) =>
    sql_api.call('finish_saml_flow', finishArguments(provider.id, null, { ...assertion, id: `_p${n}` })),
  );
  assert.is(new Set((await Promise.all(calls)).map((answer) => userOf(answer).id)).size, 1);
});

test('no subject, no address, an address of a foreign domain', async () => {
  const nobody = [
    400,
    'saml_assertion_no_user_id',
    'SAML Assertion did not contain a persistent Subject Identifier attribute or Subject NameID uniquely identifying this user',
  ] as const;
  for (const subject of [null, '']) await refused({ ...newAssertion(), subject }, nobody);
  const silent = [400, 'saml_assertion_no_email', 'SAML Assertion does not contain an email address'] as const;
  for (const email of [null, '', 'no address', `${'x'.repeat(300)}@example.com`])
    await refused({ ...newAssertion(), email }, silent);
  const own = await createProvider(sql_api, { domains: ['own.example', 'other.example'] });
  const foreign = [
    403,
    'saml_assertion_email_domain',
    'SAML Assertion has an email address outside of the domains of this provider',
  ] as const;
  for (const email of ['a@sub.own.example', 'a@own.example.evil.example', 'ceo@customer.example'])
    await refused(newAssertion({ email }), foreign, { of: own });
  assert.ok(userOf(await finish(newAssertion({ email: 'a@OWN.example' }), { of: own })));
  const change = (more: CallArguments) =>
    sql_api.call('change_sso_provider', { ...ADMIN, id: own.id, provider: more, client: {} });
  await change({ email_domains: 'any' });
  assert.ok(userOf(await finish(newAssertion({ email: 'guest@customer.example' }), { of: own })));
  await change({ email_domains: 'own', domains: [] });
  await refused(newAssertion({ email: 'a@own.example' }), foreign, { of: own });
});

test('sign-ups off, by the setting or for the provider: known people still get in', async () => {
  const off = [422, 'signup_disabled', 'Signups not allowed for this instance'] as const;
  const closed = { more: { settings: settings({ disable_signup: true }) } };
  await refused(newAssertion(), off, closed);
  const known = newAssertion();
  await finish(known);
  assert.ok(userOf(await finish({ ...known, id: '_again' }, closed)));
  const listed = await createProvider(sql_api, { just_in_time: false });
  await refused(newAssertion(), off, { of: listed });
});

test('a banned user, a provider that is disabled or deleted meanwhile, an expired flow', async () => {
  const assertion = newAssertion();
  const { id } = userOf(await finish(assertion));
  await sql_api.db.sql`update auth.users set banned_until = auth_lib.clock() + interval '1 h' where id = ${id}`;
  await refused({ ...assertion, id: '_b' }, [403, 'user_banned', 'User is banned']);
  const fleeting = await createProvider(sql_api);
  const flow = await startFlow(sql_api, fleeting.id);
  await sql_api.call('change_sso_provider', { ...ADMIN, id: fleeting.id, provider: { disabled: true }, client: {} });
  const call = finishArguments(fleeting.id, flow, newAssertion());
  await sql_api.refused('finish_saml_flow', call, [
    404,
    'sso_provider_disabled',
    'SSO Provider assigned for this domain is currently disabled',
  ]);
  await sql_api.db.sql`delete from auth.sso_providers where id = ${String(fleeting.id)}`;
  await sql_api.refused('finish_saml_flow', call, [
    404,
    'saml_idp_not_found',
    'A SAML connection has not been established with this Identity Provider',
  ]);
  const late = await startFlow(sql_api, provider.id);
  await sql_api.advance(601);
  await sql_api.refused('finish_saml_flow', finishArguments(provider.id, late, newAssertion()), [
    422,
    'saml_relay_state_expired',
    'SAML RelayState has expired. Try logging in again?',
  ]);
});

test('a session ends when the provider says so, and its access token before it', async () => {
  const session_not_after = new Date(Date.parse(sql_api.now()) + 1_800_000).toISOString();
  const answer = await finish(newAssertion({ session_not_after }));
  assert.is(readMemberAt(answer, 'body.expires_in'), 1800);
  const refresh = { ...(answer.refresh as CallArguments) };
  const again = () => sql_api.call('refresh_session', { ...refresh, settings: settings(), client });
  await sql_api.advance(600);
  const next = await again();
  assert.is(readMemberAt(next, 'body.expires_in'), 1200);
  await sql_api.advance(1201);
  await sql_api.refused('refresh_session', { ...(next.refresh as CallArguments), settings: settings(), client }, [
    400,
    'session_expired',
    'Invalid Refresh Token: Session Expired',
  ]);
});

test('with a challenge: a code, and the session only when it is exchanged', async () => {
  const session_not_after = new Date(Date.parse(sql_api.now()) + 200_000).toISOString();
  const assertion = newAssertion({ session_not_after });
  const { auth_code } = await finish(assertion, { flow: PKCE });
  const [{ id } = { id: '' }] = await sql_api.rows('auth.users', `t.email = '${assertion.email}'`);
  assert.equal(await sql_api.rows('auth.sessions', `t.user_id = '${id}'`), []);
  const exchange = (code: unknown) => ({
    auth_code: code,
    code_verifier: PKCE.code_challenge,
    settings: settings(),
    client,
  });
  const answer = await sql_api.call('exchange_code', exchange(auth_code));
  assert.is(readMemberAt(answer, 'body.expires_in'), 200);
  assert.equal((readMemberAt(answer, 'claims.amr') as CallArguments[])[0]?.provider, provider.id);
  const late = await finish(newAssertion({ session_not_after }), { flow: PKCE });
  await sql_api.advance(201);
  await sql_api.refused('exchange_code', exchange(late.auth_code), [
    422,
    'flow_state_expired',
    'invalid flow state, flow state has expired',
  ]);
});

test('a code of a provider that is disabled meanwhile is refused; sessions that it has opened continue', async () => {
  const brief = await createProvider(sql_api);
  const open = await finish(newAssertion(), { of: brief });
  const { auth_code } = await finish(newAssertion(), { of: brief, flow: PKCE });
  const switchOff = (disabled: boolean) =>
    sql_api.call('change_sso_provider', { ...ADMIN, id: brief.id, provider: { disabled }, client: {} });
  const exchange = { auth_code, code_verifier: PKCE.code_challenge, settings: settings(), client };
  await switchOff(true);
  await sql_api.refused('exchange_code', exchange, [
    404,
    'sso_provider_disabled',
    'SSO Provider assigned for this domain is currently disabled',
  ]);
  const refresh = { ...(open.refresh as CallArguments), settings: settings(), client };
  assert.ok((await sql_api.call('refresh_session', refresh)).body);
  await switchOff(false);
  assert.ok((await sql_api.call('exchange_code', exchange)).body);
});

test('an SSO user changes data only: no address, password, nonce, identity, passkey or merge', async () => {
  const answer = await finish(newAssertion());
  const claims = answer.claims as CallArguments;
  const managed = [
    422,
    'user_sso_managed',
    'Updating email, phone, password of a SSO account only possible via SSO',
  ] as const;
  for (const change of [
    { email: newEmail() },
    { phone: '4915112345678' },
    { password: 'correct horse' },
    { nonce: '1' },
  ])
    await sql_api.refused(
      'update_user',
      { claims, ...change, settings: settings(), client, password: null, ...change },
      managed,
    );
  const same = await sql_api.call('update_user', {
    claims,
    email: userOf(answer).email,
    data: { nick: 'a' },
    settings: settings(),
    client,
  });
  assert.is(readMemberAt(same, 'user_metadata.nick'), 'a');
  await sql_api.refused(
    'start_identity_link',
    { claims, id: randomUUID(), provider: 'github', verifier: 'x', redirect_to: '', settings: settings() },
    managed,
  );
  await sql_api.refused(
    'unlink_identity',
    {
      claims,
      identity_id: (userOf(answer).identities as CallArguments[])[0]?.identity_id,
      settings: settings(),
      client,
    },
    managed,
  );
  const other = (await finish(newAssertion())).claims as CallArguments;
  await sql_api.refused('merge_users', { claims, merged: other, settings: settings(), client }, managed);
  const identity_id = (userOf(answer).identities as CallArguments[])[0]?.identity_id;
  await sql_api.refused('lease_provider_token', { claims, identity_id, settings: settings() }, managed);
  const token = { digest: 'ab'.repeat(32), expires_at: 4e9 };
  const profile = { subject: '8', emails: [], data: {} };
  const linking = { claims, provider: 'google', profile, token, redirect_to: '', settings: settings(), client };
  await sql_api.refused('sign_in_with_id_token', linking, managed);
  const passkeys = [422, 'validation_failed', 'SSO users cannot register passkeys'] as const;
  await sql_api.refused('start_passkey_registration', { claims, settings: settings() }, passkeys);
  await sql_api.refused(
    'finish_passkey_registration',
    { claims, credential: { id: 'aa', public_key: 'aa' }, settings: settings(), client },
    passkeys,
  );
});

test("an administrator's address for an SSO user is shown and finds nobody", async () => {
  const { id } = userOf(await finish(newAssertion()));
  const email = newEmail();
  const changed = await sql_api.call('change_user', {
    ...ADMIN,
    user_id: id,
    email,
    phone: '4915112345679',
    password: 'correct horse battery',
    settings: settings(),
    client,
  });
  assert.equal(
    [changed.email, changed.phone, (changed.identities as CallArguments[]).map((one) => one.provider)],
    [email, '4915112345679', [NAME]],
  );
  assert.equal(await sql_api.rows('auth.addresses', `t.user_id = '${id}'`), []);
  const login = { email, password: 'correct horse battery', settings: settings(), client };
  const answer = await sql_api.call('sign_in_with_password', login);
  assert.is(readMemberAt(answer, 'refused.code'), 'invalid_credentials');
});

test('a soft-deleted user who signs in again gets a new account', async () => {
  const assertion = newAssertion();
  const { id } = userOf(await finish(assertion));
  await sql_api.call('delete_user', { ...ADMIN, user_id: id, should_soft_delete: true, settings: settings(), client });
  assert.is.not(userOf(await finish({ ...assertion, id: '_back' })).id, id);
});

test.run();
