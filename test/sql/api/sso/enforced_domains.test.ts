// Enforced SSO: each way to sign in, sign up, recover, link, merge or change an address at an enforced domain
// (docs/adr/0058-enforced-domains.md).
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  createApprovedAuthorization,
  createApprovedDevice,
  createEnteredDevice,
  createStartedAuthorization,
  decideAuthorization,
  EVERY_GRANT,
  exchangeAuthorization,
  getAuthorization,
  makeClient,
  pollDeviceAuthorization,
} from '../../../support/database/oauth.ts';
import {
  type CallArguments,
  type CallResult,
  findSentToken,
  openSqlApi,
  readSession,
  resultOrError,
  returnedErrorCode,
  type SqlPerson,
  settings,
  toUnsealedLink,
} from '../../../support/database/sql_api.ts';
import { registerPasskey, relyingParty } from '../passkey/ceremony.ts';
import { createProfile, PKCE, startFlow } from '../provider/flow.ts';
import { newAddress, walletMessage } from '../provider/wallet.ts';
import { newDomain, organizationHelpers, PASSWORD } from './organization.ts';
import { ADMIN, finishArguments, newAssertion } from './saml.ts';

const sql_api = await openSqlApi();
const { sql } = sql_api.db;
test.after(() => sql_api.db.drop());

const { call, organization, enforce, personAt, passwordGrant } = await organizationHelpers(sql_api);
const REQUIRED = 'Sign in with your organization';
const LINK = { base_url: 'http://localhost:9999', redirect_to: 'http://localhost:3000' };

/**
 * Asserts that the calls return the error that names the provider to sign in with, and that they change only these
 * tables.
 */
async function assertSsoRequired(
  id: string,
  calls: Record<string, () => Promise<CallResult>>,
  changes: readonly string[] = [],
): Promise<void> {
  for (const [title, work] of Object.entries(calls)) {
    let answer: CallResult = {};
    const changed = await sql_api.changes(async () => {
      answer = await resultOrError(work());
    });
    const expected = { status: 403, code: 'sso_required', message: REQUIRED, extra: { provider_id: id } };
    assert.equal(answer, { refused: expected }, title);
    assert.equal(changed, [...changes], title);
  }
}

test('refuses each way to sign in at an enforced domain, and says where to sign in', async () => {
  const { id, domain } = await organization();
  const person = await personAt(`ada@${domain}`);
  const { email } = person;
  const passkey = await registerPasskey(sql_api, person);
  const identity = createProfile({ email });
  const github = async (profile: CallArguments, args: CallArguments = {}): Promise<string> => {
    const flow = await startFlow(sql_api.call, { args });
    return String((await call('finish_provider_flow', { id: flow, profile, link: LINK })).auth_code ?? '');
  };
  await github(identity);
  const wallet = { address: newAddress() };
  await call('sign_in_with_web3', { message: walletMessage({ ...wallet, issued_at: sql_api.now() }) });
  const [web3] =
    await sql`select user_id from auth.identities where provider = 'web3' order by created_at desc limit 1`;
  await sql`update auth.identities set user_id = ${person.id} where user_id = ${String(web3?.user_id)}`;
  const code = await github(identity, PKCE);
  await call('request_magic_link', { email });
  const magic = toUnsealedLink(await findSentToken(sql_api, person.id, 'recovery'));
  await sql`update auth.users set phone = '15550001', phone_confirmed_at = auth_lib.clock() where id = ${person.id}`;
  await sql`insert into auth.addresses (kind, value, user_id, is_primary, verified_at, created_at)
    values ('phone', '15550001', ${person.id}, true, auth_lib.clock(), auth_lib.clock())`;
  const flows = { implicit: await startFlow(sql_api.call), pkce: await startFlow(sql_api.call, { args: PKCE }) };
  await enforce(id, domain);
  await assertSsoRequired(id, {
    'the right password': () => passwordGrant(email),
    'the right password by phone': () => call('sign_in_with_password', { phone: '15550001', password: PASSWORD }),
    'a link sent before': () => call('verify_token', { type: 'magiclink', link: magic }),
    'a link sent before, followed': () => call('follow_link', { type: 'magiclink', link: magic }),
    'a code issued before': () =>
      call('exchange_code', { auth_code: code, code_verifier: PKCE.code_challenge, link: LINK }),
    'a passkey': () =>
      call('sign_in_with_passkey', {
        passkey: { user_id: person.id, id: passkey.id, sign_count: 0, backed_up: false },
        settings: relyingParty(),
      }),
    'another provider': () => call('finish_provider_flow', { id: flows.implicit, profile: identity, link: LINK }),
    'another provider, with PKCE': () =>
      call('finish_provider_flow', { id: flows.pkce, profile: identity, link: LINK }),
    'an ID token': () =>
      call('sign_in_with_id_token', {
        provider: 'google',
        profile: createProfile({ email }),
        token: { digest: '00', expires_at: 4e9 },
        link: LINK,
      }),
    'a wallet': () => call('sign_in_with_web3', { message: walletMessage({ ...wallet, issued_at: sql_api.now() }) }),
  });
  assert.is(returnedErrorCode(await passwordGrant(email, 'wrong')), 'sso_required');
});

test("answers alike for a known, an unknown and an administrator's address: a request reveals no user", async () => {
  const { id, domain } = await organization();
  const person = await personAt(`known@${domain}`);
  const chief = await personAt(`chief@${domain}`);
  await sql`update auth.users set role = 'service_role' where id = ${chief.id}`;
  await enforce(id, domain);
  for (const email of [person.email, chief.email, `nobody@${domain}`, `NOBODY@${domain.toUpperCase()}`]) {
    await assertSsoRequired(id, {
      [`${email}: /signup`]: () => call('sign_up', { email, password: PASSWORD }),
      [`${email}: /otp`]: () => call('request_otp', { email }),
      [`${email}: /otp without a sign-up`]: () => call('request_otp', { email, create_user: false }),
      [`${email}: /magiclink`]: () => call('request_magic_link', { email }),
      [`${email}: /recover`]: () => call('request_recovery', { email }),
      [`${email}: /resend of a sign-up`]: () => call('resend', { type: 'signup', email }),
      [`${email}: /resend of a change`]: () => call('resend', { type: 'email_change', email }),
    });
    const answer = await passwordGrant(email, 'wrong');
    assert.equal((answer.refused as CallResult).extra, { provider_id: id }, email);
  }
});

test('an administrator still gets in with the right password, a passkey or a generated link', async () => {
  const { id, domain } = await organization();
  const chief = await personAt(`chief@${domain}`);
  await sql`update auth.users set role = 'service_role' where id = ${chief.id}`;
  const passkey = await registerPasskey(sql_api, { claims: { ...chief.claims, role: 'service_role' } });
  await enforce(id, domain);
  readSession(await passwordGrant(chief.email));
  readSession(
    await call('sign_in_with_passkey', {
      passkey: { user_id: chief.id, id: passkey.id, sign_count: 0, backed_up: false },
      settings: relyingParty(),
    }),
  );
  await call('generate_link', { ...ADMIN, type: 'magiclink', email: chief.email });
  const token = toUnsealedLink(await findSentToken(sql_api, chief.id, 'recovery'));
  readSession(await call('verify_token', { type: 'magiclink', link: token }));
  // Roles with fewer rights are not exempt.
  await sql`update auth.users set role = 'support' where id = ${chief.id}`;
  const roles = settings({ jwt_support_roles: ['support'] });
  const answer = await call('sign_in_with_password', { email: chief.email, password: PASSWORD, settings: roles });
  assert.is(returnedErrorCode(answer), 'sso_required');
});

test('refuses to move an address into the domain or out of it, to link, and to merge', async () => {
  const { id, domain } = await organization();
  const [inside, outside, other] = [
    await personAt(`in@${domain}`),
    await personAt(`out@${newDomain()}`),
    await personAt(`other@${newDomain()}`),
  ];
  const anonymous = readSession(
    await call('sign_up', { settings: settings({ external_anonymous_users_enabled: true }) }),
  );
  await call('update_user', { claims: other.claims, email: `late@${domain}`, link: LINK });
  const change = toUnsealedLink(await findSentToken(sql_api, other.id, 'email_change_new'));
  const begun = await startFlow(sql_api.call, { args: { claims: outside.claims, ...PKCE } });
  await enforce(id, domain);
  const merging = settings({ security_account_merging_enabled: true });
  await assertSsoRequired(id, {
    'a new address in the domain': () =>
      call('update_user', { claims: outside.claims, email: `New@${domain}`, link: LINK }),
    'the address of somebody there': () =>
      call('update_user', { claims: outside.claims, email: inside.email, link: LINK }),
    'an anonymous user': () => call('update_user', { claims: anonymous.claims, email: `anon@${domain}`, link: LINK }),
    'an address outside': () => call('update_user', { claims: inside.claims, email: 'me@home.example', link: LINK }),
    'the confirmation of a change begun before': () => call('verify_token', { type: 'email_change', link: change }),
    'a link of an identity with an address there': () =>
      call('finish_provider_flow', { id: begun, profile: createProfile({ email: `x@${domain}` }), link: LINK }),
    'a merge of the account': () =>
      call('merge_users', { claims: outside.claims, merged: inside.claims, settings: merging }),
    'a merge into the account': () =>
      call('merge_users', { claims: inside.claims, merged: outside.claims, settings: merging }),
  });
  // An existing session may still change members other than the address.
  assert.is((await call('update_user', { claims: inside.claims, data: { name: 'x' }, link: LINK })).id, inside.id);
});

test('refuses to unlink an identity if the account would leave the domain, or get an address there', async () => {
  const { id, domain } = await organization();
  const github = async (person: SqlPerson, email: string): Promise<void> => {
    const flow = await startFlow(sql_api.call, { args: { claims: person.claims } });
    await call('finish_provider_flow', { id: flow, profile: createProfile({ email }), link: LINK });
  };
  const [inside, outside, elsewhere] = [
    await personAt(`leaves@${domain}`),
    await personAt(`enters@${newDomain()}`),
    await personAt(`stays@${newDomain()}`),
  ];
  await github(inside, `private@${newDomain()}`);
  await github(outside, `work@${domain}`);
  await github(elsewhere, `work@${newDomain()}`);
  await enforce(id, domain);
  const unlink = async (person: SqlPerson, provider: string): Promise<CallResult> => {
    const [row] = await sql_api.rows('auth.identities', `t.user_id = '${person.id}' and t.provider = '${provider}'`);
    return call('unlink_identity', { claims: person.claims, identity_id: row?.id });
  };
  await assertSsoRequired(id, {
    'out of the domain': () => unlink(inside, 'email'),
    'into the domain': () => unlink(outside, 'email'),
  });
  assert.equal(await unlink(elsewhere, 'email'), {});
  assert.equal(await unlink(inside, 'github'), {}, 'the address of the account stays');
});

test('refuses new sessions of clients of the OAuth server; sessions that the user has go on', async () => {
  const { id, domain } = await organization();
  const person = await personAt(`app@${domain}`);
  const app = await makeClient(sql, { grant_types: EVERY_GRANT });
  const pending = await createStartedAuthorization(sql, app);
  const approval = await createApprovedAuthorization(sql, app, person);
  const device = await createApprovedDevice(sql, app, person);
  const waiting = await createEnteredDevice(sql, app, person);
  await enforce(id, domain);
  assert.is(returnedErrorCode(await getAuthorization(sql, pending, person)), 'sso_required');
  assert.is(returnedErrorCode(await decideAuthorization(sql, waiting.id, person)), 'sso_required');
  assert.is(returnedErrorCode(await exchangeAuthorization(sql, app, approval)), 'invalid_grant');
  assert.is(returnedErrorCode(await pollDeviceAuthorization(sql, app, device)), 'invalid_grant');
  const [row] = await sql`select counter from auth.sessions where id = ${person.session_id}`;
  const refreshed = await call('refresh_session', {
    user_id: person.id,
    session_id: person.session_id,
    counter: row?.counter,
    settings: settings({ security_refresh_token_rotation_enabled: true }),
  });
  assert.is((refreshed.claims as CallResult).session_id, person.session_id);
});

test("refuses administrators' invitations and links that nobody could use, but lets administrators set an address", async () => {
  const { id, domain } = await organization();
  const person = await personAt(`here@${domain}`);
  await enforce(id, domain);
  const generate = (args: CallArguments) => () => call('generate_link', { ...ADMIN, password: PASSWORD, ...args });
  await assertSsoRequired(id, {
    invite: () => call('invite_user', { ...ADMIN, email: `guest@${domain}`, link: LINK }),
    'generate_link, signup': generate({ type: 'signup', email: `guest@${domain}` }),
    'generate_link, invite': generate({ type: 'invite', email: `guest@${domain}` }),
    'generate_link, magiclink': generate({ type: 'magiclink', email: person.email }),
    'generate_link, recovery': generate({ type: 'recovery', email: person.email }),
    'generate_link, email_change_new': generate({
      type: 'email_change_new',
      email: (await personAt(`far@${newDomain()}`)).email,
      new_email: `near@${domain}`,
    }),
  });
  const made = await call('create_user', {
    ...ADMIN,
    email: `made@${domain}`,
    password: PASSWORD,
    email_confirm: true,
  });
  assert.is(made.email, `made@${domain}`);
  await assertSsoRequired(id, { 'the account that an administrator made': () => passwordGrant(`made@${domain}`) });
  const { checks } = (await call('explain_sign_in', { ...ADMIN, address: `made@${domain}` })) as unknown as {
    checks: { rule: string; name: string | null }[];
  };
  assert.is(checks.find(({ rule }) => rule === 'check_sso_account')?.name, 'sso_required');
});

test('an invitation sent before the domain was enforced cannot be accepted, by link or by provider', async () => {
  const { id, domain } = await organization();
  const email = `invited@${domain}`;
  const { id: user_id } = await call('invite_user', { ...ADMIN, email, link: LINK });
  const invitation = toUnsealedLink(await findSentToken(sql_api, user_id));
  const flow = await startFlow(sql_api.call, { args: { invitation } });
  await enforce(id, domain);
  await assertSsoRequired(id, {
    'by its link': () => call('verify_token', { type: 'invite', link: invitation, password: PASSWORD }),
    'through a provider': () =>
      call('finish_provider_flow', { id: flow, profile: createProfile({ email }), link: LINK }),
  });
});

test('an identity provider of another organization cannot assert an address of the domain', async () => {
  const { id, domain } = await organization();
  const rival = await organization(newDomain(), { email_domains: 'any' });
  const email = `ceo@${domain}`;
  // The other provider has asserted this person before the domain was enforced.
  const known = newAssertion({ email });
  readSession(await call('finish_saml_flow', finishArguments(rival.id, null, known)));
  await enforce(id, domain);
  const people = {
    'a new person': () =>
      call('finish_saml_flow', finishArguments(rival.id, null, newAssertion({ email: `Cfo@${domain}` }))),
    'a known one': () =>
      call('finish_saml_flow', finishArguments(rival.id, null, { ...known, id: `_${randomUUID()}` })),
  };
  await assertSsoRequired(id, people, ['consumed_assertions']);
  // The person's account got the address from the other provider, which now asserts another address.
  const moved = { ...known, id: `_${randomUUID()}`, email: `free@${newDomain()}` };
  assert.is(
    returnedErrorCode(await resultOrError(call('finish_saml_flow', finishArguments(rival.id, null, moved)))),
    'sso_required',
  );
  const answer = await call('finish_saml_flow', finishArguments(id, null, newAssertion({ email })));
  assert.is((answer.claims as CallResult).email, email);
});

test('sub-domains are domains of their own; capitals, a final dot and punycode are the same domain', async () => {
  const { id, domain } = await organization();
  await enforce(id, `${domain.toUpperCase()}.`);
  readSession({ ...(await personAt(`ada@eu.${domain}`)) } as never);
  await personAt(`ada@not${domain}`);
  await assertSsoRequired(id, { capitals: () => call('request_recovery', { email: `ADA@${domain.toUpperCase()}` }) });
  const city = await organization('xn--mnchen-3ya.example');
  await enforce(city.id, city.domain);
  await assertSsoRequired(city.id, { punycode: () => call('request_otp', { email: 'a@XN--mnchen-3ya.example' }) });
  // Addresses with non-ASCII characters are invalid here, so no spelling of the domain bypasses the enforcement.
  for (const spelled of ['münchen.example', 'xn--mnchen-3ya。example', 'ｘn--mnchen-3ya.example'])
    assert.is(returnedErrorCode(await call('request_otp', { email: `a@${spelled}` })), 'validation_failed', spelled);
});

test('with SVC_SSO_REQUIRE_VERIFIED_DOMAINS a provider asserts addresses of its verified domains only', async () => {
  const { id, domain } = await organization();
  const strict = settings({ sso_require_verified_domains: true });
  const finish = (): Promise<CallResult> =>
    call(
      'finish_saml_flow',
      finishArguments(id, null, newAssertion({ email: `${randomUUID()}@${domain}` }), { settings: strict }),
    );
  assert.is(returnedErrorCode(await finish()), 'saml_assertion_email_domain');
  await call('change_sso_domain', { ...ADMIN, id, domain, verified: true });
  readSession(await finish());
  await call('change_sso_provider', { ...ADMIN, id, provider: { domains: [] } });
  assert.is(returnedErrorCode(await finish()), 'saml_assertion_email_domain', 'without a domain it asserts none');
  await call('change_sso_provider', { ...ADMIN, id, provider: { email_domains: 'any' } });
  readSession(await finish());
});

test.run();
