// Sign-in with an organization's identity provider, over HTTP with real signatures.
import { createPrivateKey, createPublicKey, createVerify } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SERVICE } from '../../support/clients/admin.ts';
import { assertClientError, claimsOf, createClient, expectData, sessionOf } from '../../support/clients/client.ts';
import { createHookSchema, defineHook, functionHookSettings } from '../../support/database/hooks.ts';
import { bearer, readRedirectFragment } from '../../support/processes/stack.ts';
import { redirectTarget } from '../providers/journey.ts';
import {
  APP,
  fetchUser,
  newIdentityProvider,
  parseSamlRequest,
  redirectErrors,
  responseParts,
  SAML_PRIVATE_KEY,
  startSsoStack,
} from './journey.ts';

const { stack, add, depart, bring, signIn } = await startSsoStack();
test.after(() => stack.close());

const idp = newIdentityProvider();
const provider_id = await add(idp, { domains: ['corp.example', 'xn--mnchen-3ya.example'], email_domains: 'any' });
const NAME = `sso:${provider_id}`;

for (const flowType of ['implicit', 'pkce'] as const) {
  test(`the unmodified client signs in, ${flowType}; the second sign-in finds the account`, async () => {
    const person = { nameId: `ada-${flowType}`, attributes: { mail: `ada.${flowType}@corp.example` } };
    const ids = [];
    for (const choice of [{ providerId: provider_id }, { domain: 'Corp.Example' }]) {
      const { auth } = createClient(stack.url, { flowType });
      const options = { redirectTo: APP, skipBrowserRedirect: true };
      const { url } = expectData(await auth.signInWithSSO({ ...choice, options }));
      const request = parseSamlRequest(url ?? '');
      assert.is(request.url.origin + request.url.pathname, 'https://idp.example.com/sso');
      const back = await bring(idp.respond(responseParts(request, person)), request.relay);
      assert.is(back.status, 302, back.headers.get('location') ?? '');
      assert.is(redirectTarget(back).origin + redirectTarget(back).pathname, APP);
      const session =
        flowType === 'pkce'
          ? sessionOf(await auth.exchangeCodeForSession(redirectTarget(back).searchParams.get('code') ?? ''))
          : sessionOf(
              await auth.setSession({
                access_token: readRedirectFragment(back).get('access_token') ?? '',
                refresh_token: readRedirectFragment(back).get('refresh_token') ?? '',
              }),
            );
      const { user } = session;
      ids.push(user.id);
      assert.equal(user.app_metadata, { provider: NAME, providers: [NAME] });
      assert.is((user as { is_sso_user?: boolean }).is_sso_user, true);
      assert.is(user.email, person.attributes.mail);
      const [identity] = user.identities ?? [];
      assert.equal(identity?.identity_data, {
        iss: idp.entityId,
        sub: person.nameId,
        email: person.attributes.mail,
        email_verified: true,
        phone_verified: false,
      });
      const { amr } = claimsOf(session.access_token) as { amr: { method: string; provider: string }[] };
      assert.equal([amr[0]?.method, amr[0]?.provider], ['sso/saml', provider_id]);
      assert.is((await auth.refreshSession()).error, null);
    }
    assert.is(ids[0], ids[1]);
  });
}

test('the client gets the errors of /sso', async () => {
  const { auth } = createClient(stack.url);
  assertClientError(await auth.signInWithSSO({ domain: 'unknown.example' }), [
    404,
    'sso_provider_not_found',
    'No SSO provider assigned for this domain',
  ]);
  assertClientError(await auth.signInWithSSO({ providerId: '7b2b5c1e-0000-4000-8000-000000000000' }), [
    404,
    'sso_provider_not_found',
    'No such SSO provider',
  ]);
});

test('a domain in any case, with a final dot and in other letters; a 303 without skip_http_redirect', async () => {
  for (const domain of ['CORP.example.', 'münchen.example', 'MÜNCHEN.example'])
    assert.ok((await depart({ domain })).id, domain);
  const answer = await stack.post('/sso', { provider_id, redirect_to: APP });
  assert.is(answer.status, 303);
  assert.ok(parseSamlRequest(answer.headers.get('location') ?? '').id);
  const malformed = await stack.post('/sso', { provider_id: 'x' });
  assert.equal([malformed.status, malformed.body.error_code], [400, 'bad_json']);
});

test('the request is signed as the redirect binding says, without the own query of the provider', async () => {
  const { url, xml, relay } = await depart({ provider_id });
  assert.is(url.searchParams.get('tenant'), '1');
  const query = url.href.slice(url.href.indexOf('SAMLRequest='));
  const [signed, signature] = query.split('&Signature=') as [string, string];
  assert.match(signed, /^SAMLRequest=[^&]+&RelayState=[^&]+&SigAlg=[^&]+$/);
  const key = createPublicKey(
    createPrivateKey({ key: Buffer.from(SAML_PRIVATE_KEY, 'base64'), format: 'der', type: 'pkcs1' }),
  );
  assert.ok(createVerify('sha256').update(signed).verify(key, decodeURIComponent(signature), 'base64'));
  assert.match(xml, /Destination="https:\/\/idp\.example\.com\/sso\?tenant=1"/);
  assert.match(xml, /AssertionConsumerServiceURL="http:\/\/localhost:9999\/sso\/saml\/acs"/);
  assert.match(xml, /nameid-format:persistent/);
  assert.is(relay.length, 36);
});

test('attributes by the mapping; what the provider must not decide', async () => {
  const mapped = newIdentityProvider();
  const keys = {
    name: { name: 'DisplayName' },
    groups: { names: ['none', 'memberOf'], array: true },
    level: { name: 'missing', default: 3 },
    friendly: { name: 'GivenName' },
    second: { name: 'Missing', names: ['DisplayName', 'memberOf'] },
    email: { name: 'Contact' },
    sub: { name: 'DisplayName' },
    email_verified: { default: false },
  };
  const id = await add(mapped, { attribute_mapping: { keys } });
  const attributes = {
    mail: 'm@x.example',
    displayname: 'Ada',
    memberOf: ['a', '', 'b'],
    'urn:oid:2.5.4.42': 'Augusta',
    contact: 'contact@x.example',
  };
  const change = (xml: string): string =>
    xml.replace('Name="urn:oid:2.5.4.42"', 'Name="urn:oid:2.5.4.42" FriendlyName="givenName"');
  const user = await fetchUser(stack, await signIn(mapped, id, { nameId: 'm', attributes, change }));
  assert.equal((user.identities as { identity_data: object }[])[0]?.identity_data, {
    name: 'Ada',
    iss: mapped.entityId,
    sub: 'm',
    email: 'contact@x.example',
    email_verified: true,
    phone_verified: false,
    custom_claims: { groups: ['a', 'b'], level: 3, friendly: 'Augusta', second: 'Ada' },
  });
});

test('a session that the provider ends', async () => {
  const sessionEnds = Date.now() + 1_800_000;
  const values = readRedirectFragment(await signIn(idp, provider_id, { sessionEnds }));
  const { exp } = claimsOf(values.get('access_token') ?? '') as { exp: number };
  assert.ok(exp <= sessionEnds / 1000 && exp > sessionEnds / 1000 - 5);
});

test('the last second of year 9999, which some providers send as no end', async () => {
  const last = '9999-12-31T23:59:59Z';
  const change = (xml: string) =>
    xml.replace(/<saml:Conditions NotBefore="[^"]*" NotOnOrAfter="[^"]*"/, `<saml:Conditions NotOnOrAfter="${last}"`);
  const values = readRedirectFragment(await signIn(idp, provider_id, { sessionEnds: Date.parse(last), change }));
  assert.ok(values.get('access_token'), String(values));
});

test('a redirect that is not allowed, and one with a query', async () => {
  const request = await depart({ provider_id, redirect_to: 'https://evil.example.com/' });
  const back = await bring(idp.respond(responseParts(request)), request.relay);
  assert.is(redirectTarget(back).origin, 'http://localhost:3000');
  const second = await depart({ provider_id, redirect_to: `${APP}?a=1` });
  const failedBack = await bring(idp.respond(responseParts(second, { audience: 'x' })), second.relay);
  assert.is(redirectTarget(failedBack).searchParams.get('a'), '1');
});

test('addresses outside of the provider’s domains are refused, and another person’s account does not change', async () => {
  const own = newIdentityProvider();
  const id = await add(own, { domains: ['own.example'] });
  const back = await signIn(own, id, { attributes: { mail: 'ceo@corp.example' } });
  assert.equal(redirectErrors(back), {
    error: 'access_denied',
    error_code: 'saml_assertion_email_domain',
    error_description: 'SAML Assertion has an email address outside of the domains of this provider',
  });
  const password = 'correct horse battery';
  const email = 'victim@own.example';
  const made = await stack.post('/admin/users', { email, password, email_confirm: true }, SERVICE);
  const sso = await fetchUser(stack, await signIn(own, id, { attributes: { mail: email } }));
  assert.is.not(sso.id, made.body.id);
  const ordinary = await stack.post('/token?grant_type=password', { email, password });
  assert.is((ordinary.body.user as { id: string }).id, made.body.id);
});

test('a hook decides about a first sign-in only; the app gets its refusal, and no account is made', async () => {
  await createHookSchema(stack.db);
  await defineHook(
    stack.db,
    'before_user_created',
    `insert into app.notes values (event #>> '{user,email}' || ' ' || (event #>> '{user,app_metadata,provider}'));
     return case when event #>> '{user,email}' like 'no.%'
       then '{"error": {"http_code": 403, "message": "not on the list"}}'::jsonb else '{}' end;`,
  );
  const node = await stack.another(functionHookSettings('before_user_created'));
  const visit = async (nameId: string, mail: string) => {
    const request = await depart({ provider_id }, node);
    return bring(idp.respond(responseParts(request, { nameId, attributes: { mail } })), request.relay, node);
  };
  for (const _ of [1, 2]) await fetchUser(node, await visit('hooked', 'yes.hooked@corp.example'));
  const notes = (await stack.db.sql`select note from app.notes`).map(({ note }) => note as string);
  assert.equal(notes, [`yes.hooked@corp.example ${NAME}`]);
  const errors = redirectErrors(await visit('refused', 'no.hooked@corp.example'));
  assert.equal([errors.error, errors.error_description], ['access_denied', 'not on the list']);
  assert.equal([...(await stack.db.sql`select id from auth.users where email = 'no.hooked@corp.example'`)], []);
});

test('a password change, a new address and a recovery do not reach an SSO user', async () => {
  const email = 'sso.only@corp.example';
  const values = readRedirectFragment(await signIn(idp, provider_id, { attributes: { mail: email } }));
  const token = bearer(values.get('access_token') ?? '');
  for (const change of [
    { password: 'correct horse battery' },
    { email: 'x@corp.example' },
    { phone: '+4915112345678' },
    { nonce: '1' },
  ]) {
    const answer = await stack.request('PUT', '/user', change, token);
    assert.equal([answer.status, answer.body.error_code], [422, 'user_sso_managed'], JSON.stringify(change));
  }
  assert.is((await stack.request('PUT', '/user', { data: { a: 1 } }, token)).status, 200);
  assert.is((await stack.post('/recover', { email })).status, 200);
  const tokens = await stack.db.sql`select from auth.one_time_tokens where address = ${email}`;
  assert.is(tokens.length, 0);
});

test.run();
