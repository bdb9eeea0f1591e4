// runner: when=sql,gateway,core

// At least one HTTP request returns each error of GATEWAY_ERRORS, with its status, code and text. The gateway returns
// these errors without SQL or in place of SQL's error. refusals.test.ts covers the errors of sql/errors.sql.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createKeyRing } from '../../core/keys/ring.ts';
import { GATEWAY_ERRORS, type GatewayError } from '../../gateway/http/errors.ts';
import { PASSKEY_SETTINGS, WEBAUTHN_SETTINGS } from '../flows/passkeys/passkey_stack.ts';
import { SERVICE, signToken } from '../support/clients/admin.ts';
import { Authenticator } from '../support/clients/authenticator.ts';
import { postForm } from '../support/clients/oauth.ts';
import {
  type Answer,
  bearer,
  confirmedUser,
  newEmail,
  PEPPER,
  readRedirectFragment,
  startStack,
  type TestGateway,
} from '../support/processes/stack.ts';
import { startDnsServer } from '../support/providers/dns.ts';
import { SAML_SETTINGS } from '../support/providers/saml_settings.ts';
import { startThirdParty } from '../support/providers/third_party.ts';
import { idTokenCases } from './id_token_refusals.ts';
import { NONEXISTENT_USER } from './routes.ts';
import { samlCases } from './saml_refusals.ts';
import { scimCases } from './scim_refusals.ts';
import { WEB3, web3Cases } from './web3_refusals.ts';

const provider = await startThirdParty();
const stack = await startStack({ env: { SVC_REQUEST_ID_HEADER: 'X-Request-Id' } });
const asking = await stack.another({
  SVC_SECURITY_CAPTCHA_ENABLED: 'true',
  SVC_SECURITY_CAPTCHA_SECRET: 'x',
  SVC_SECURITY_CAPTCHA_URL: provider.url,
  SVC_EXTERNAL_GITHUB_ENABLED: 'true',
});
const EXTERNAL = {
  SVC_EXTERNAL_GITHUB_ENABLED: 'true',
  SVC_EXTERNAL_GITHUB_CLIENT_ID: 'x',
  SVC_EXTERNAL_GITHUB_SECRET: 'x',
  SVC_EXTERNAL_GITHUB_REDIRECT_URI: 'http://localhost:9999/callback',
  SVC_EXTERNAL_GITHUB_URL: provider.url,
  SVC_EXTERNAL_KEPT_TOKENS: 'github',
  SVC_EXTERNAL_TWITTER_ENABLED: 'true',
  SVC_EXTERNAL_TWITTER_CLIENT_ID: 'x',
  SVC_EXTERNAL_TWITTER_SECRET: 'x',
  SVC_EXTERNAL_TWITTER_REDIRECT_URI: 'http://localhost:9999/callback',
  SVC_EXTERNAL_TWITTER_URL: provider.url,
};
const external = await stack.another(EXTERNAL);
// Gateway whose key ring lacks the current key of the other gateways.
const keyless = await stack.another({
  ...EXTERNAL,
  SVC_SECURITY_PEPPER: `9:${Buffer.alloc(32, 9).toString('base64')}`,
});
const plain = await stack.another({ SVC_CUSTOM_OAUTH_ENABLED: 'false' });
const local = await stack.another({ SVC_CUSTOM_OAUTH_ALLOWED_NETWORKS: '127.0.0.0/8' });
// Gateways with a hook function that does not exist, with a hook server whose responses the test sets, and with a hook
// server that is unreachable.
const hooked = await stack.another({
  SVC_HOOK_BEFORE_USER_CREATED_ENABLED: 'true',
  SVC_HOOK_BEFORE_USER_CREATED_URI: 'pg-functions://postgres/app/nothing',
});
const served = await stack.another({
  SVC_HOOK_BEFORE_USER_CREATED_ENABLED: 'true',
  SVC_HOOK_BEFORE_USER_CREATED_URI: provider.url,
});
const unserved = await stack.another({
  SVC_HOOK_BEFORE_USER_CREATED_ENABLED: 'true',
  SVC_HOOK_BEFORE_USER_CREATED_URI: 'http://127.0.0.1:1/',
});
const tokens = await stack.another({ SVC_EXTERNAL_ALLOWED_ID_TOKEN_ISSUERS: provider.url });
const wallets = await stack.another(WEB3);
const ethereal = await stack.another({ SVC_EXTERNAL_WEB3_ETHEREUM_ENABLED: 'true' });
const limited = await stack.another({ SVC_SECURITY_AUDIENCES: 'shop', SVC_SESSIONS_TAGS: 'web,mobile' });
const hurried = await stack.another({ SVC_API_MAX_REQUEST_DURATION: '200ms' });
test.after(async () => {
  await stack.close();
  await provider.close();
});

const { sql } = stack.db;
const PASSWORD = 'correct horse battery';
const INNER = 'what only the log may tell';

/** Runs a request while a trigger executes `statement` for each row that is inserted into or updated in a table. */
async function withRowTrigger(table: string, statement: string, ask: () => Promise<Answer>): Promise<Answer> {
  await sql.unsafe(`
    create function public.spoil() returns trigger language plpgsql as $$ begin ${statement}; return new; end $$;
    create trigger spoil before insert or update on auth.${table} for each row execute function public.spoil()`);
  try {
    return await ask();
  } finally {
    await sql.unsafe(`drop trigger spoil on auth.${table}; drop function public.spoil()`);
  }
}
const raise = (state: string) => `raise exception '${INNER}' using errcode = '${state}', detail = '${INNER}'`;
const HEADERS = { 'X-Request-Id': 'req-of-the-test' };
const recover = () => stack.post('/recover', { email: newEmail() }, HEADERS);
const human = (token: unknown) =>
  asking.post('/signup', { email: newEmail(), password: PASSWORD, gotrue_meta_security: { captcha_token: token } });
// The OAuth server is disabled in `stack`, so the gateway itself checks the claims of the token.
const claiming = (claims: object) =>
  stack.request('DELETE', '/user/oauth/grants', undefined, bearer(signToken(claims)));
const signUp = (node: TestGateway) => node.post('/signup', { email: newEmail(), password: PASSWORD }, HEADERS);
/** Requests a stored provider token that has expired. */
async function requestExpiredProviderToken(node: TestGateway): Promise<Answer> {
  const user = await confirmedUser(stack);
  const [id, identity_id] = [randomUUID(), randomUUID()];
  const ring = createKeyRing({ security_pepper: PEPPER, jwt_secret: '' });
  const sealed = ring.seal(JSON.stringify({ access_token: 'x', refresh_token: 'x' }), id);
  await sql`insert into auth.identities (user_id, provider, id, subject, identity_data, created_at, updated_at)
    values (${user.id}, 'github', ${identity_id}, ${identity_id}, '{}', now(), now())`;
  await sql`insert into auth.provider_tokens (user_id, provider, identity_id, id, sealed, renewable, expires_at, updated_at)
    values (${user.id}, 'github', ${identity_id}, ${id}, ${sealed}, true, now(), now())`;
  return node.get(`/user/identities/${identity_id}/token`, bearer(user.access_token));
}
/** Sends the callback request of a provider sign-in with these parameters. */
const returning = async (
  { state, ...rest }: { state: true; code?: string; iss?: string },
  node: TestGateway = external,
) => {
  const { headers } = await external.get('/authorize?provider=github');
  const began = new URL(headers.get('location') ?? '').searchParams.get('state') ?? '';
  return node.get(`/callback?${new URLSearchParams({ ...rest, ...(state ? { state: began } : {}) })}`);
};
const CUSTOM = {
  provider_type: 'oidc',
  identifier: 'custom:acme',
  name: 'Acme',
  client_id: 'x',
  client_secret: 'x',
  issuer: 'https://10.0.0.1',
};
const saml = await stack.another({ ...SAML_SETTINGS, SVC_SSO_DNS: '127.0.0.1:1' });
const provisioning = await stack.another({ ...SAML_SETTINGS, SVC_SCIM_ENABLED: 'true' });
const NIL = '00000000-0000-4000-8000-000000000000';

/** Verifies a WebAuthn second factor with this response. */
const answering = async (webauthn: object | undefined) => {
  const node = await stack.another(WEBAUTHN_SETTINGS);
  const token = bearer((await confirmedUser(stack)).access_token);
  const { id } = (await node.post('/factors', { factor_type: 'webauthn' }, token)).body;
  const challenge = await node.post(`/factors/${id}/challenge`, {}, token);
  return node.post(`/factors/${id}/verify`, { challenge_id: challenge.body.id, webauthn }, token);
};

/** Sends a request to a node with the OAuth server enabled. */
const oauth = async (path: string, body: Record<string, string>, headers: Record<string, string> = {}) => {
  const node = await stack.another({ SVC_OAUTH_SERVER_ENABLED: 'true' });
  return postForm(node, path, body, headers);
};
const OAUTH_CLIENT = { client_id: NIL };
/** Sends an authorization request of a client whose id is the URL of a metadata document. */
const documented = async (documents: string, client_id: string) => {
  const node = await stack.another({
    SVC_OAUTH_SERVER_ENABLED: 'true',
    SVC_OAUTH_SERVER_CLIENT_DOCUMENTS: documents,
    SVC_OAUTH_SERVER_ALLOWED_NETWORKS: '127.0.0.0/8',
  });
  return node.get(`/oauth/authorize?client_id=${encodeURIComponent(client_id)}`);
};

const CASES: Record<GatewayError, () => Promise<Answer>> = {
  client_token: () => stack.get('/sessions', bearer(signToken({ sub: NIL, client_id: NIL, session_id: NIL }))),
  oauth_origin: async () => {
    const node = await stack.another({ SVC_OAUTH_SERVER_ENABLED: 'true' });
    const token = bearer((await confirmedUser(stack)).access_token);
    return node.get('/oauth/authorizations/x', { ...token, Origin: 'https://elsewhere.example' });
  },
  oauth_authorization_not_found: async () => {
    const node = await stack.another({ SVC_OAUTH_SERVER_ENABLED: 'true' });
    return node.get('/oauth/authorizations/x', bearer((await confirmedUser(stack)).access_token));
  },
  oauth_registration_off: async () => {
    const node = await stack.another({ SVC_OAUTH_SERVER_ENABLED: 'true' });
    return node.post('/oauth/clients/register', {});
  },
  oauth_request_invalid: () => oauth('/oauth/token', { ...OAUTH_CLIENT, grant_type: 'authorization_code' }),
  oauth_logout_invalid: async () => {
    const node = await stack.another({ SVC_OAUTH_SERVER_ENABLED: 'true' });
    return node.get('/oauth/logout?state=a&state=b');
  },
  oauth_logout_hint: () => oauth('/oauth/logout', {}),
  oauth_client_missing: () => oauth('/oauth/token', {}),
  oauth_client_unauthenticated: () => oauth('/oauth/token', {}, { Authorization: 'Basic !' }),
  oauth_client_unknown: () => documented('off', 'https://client.example.com/id.json'),
  oauth_document_unreachable: () => documented('any', 'https://127.0.0.1:1/id.json'),
  oauth_pages_off: async () => {
    const node = await stack.another({
      SVC_OAUTH_SERVER_ENABLED: 'true',
      SVC_OAUTH_SERVER_AUTHORIZATION_PATH: '/consent',
    });
    return node.get('/oauth/providers');
  },
  oauth_device_off: () => oauth('/oauth/device_authorization', OAUTH_CLIENT),
  oauth_grant_type: () => oauth('/oauth/token', { ...OAUTH_CLIENT, grant_type: 'password' }),
  bad_json: () => stack.post('/signup', '{'),
  bad_json_verification: () => stack.post('/magiclink', '{'),
  request_entity_too_large: () => stack.post('/signup', { email: 'x'.repeat(3_000_000) }),
  request_timeout: () =>
    withRowTrigger('attempts', 'perform pg_sleep(2)', () => hurried.post('/recover', { email: newEmail() })),
  panic: () =>
    // A SQL result that the gateway does not expect.
    withRowTrigger('one_time_tokens', `new.purpose := 'reauthentication'`, () =>
      stack.post('/admin/generate_link', { type: 'magiclink', email: newEmail() }, { ...SERVICE, ...HEADERS }),
    ),
  unexpected_failure: () => withRowTrigger('attempts', raise('22012'), recover),
  unavailable: () => withRowTrigger('attempts', raise('53100'), recover),
  email_address_invalid: async () => {
    const dns = await startDnsServer({});
    const node = await stack.another({
      SVC_MAILER_EMAIL_VALIDATION_EXTENDED: 'true',
      SVC_MAILER_EMAIL_VALIDATION_DNS: dns.address,
    });
    return signUp(node).finally(() => dns.close());
  },
  provider_token_refused: () => {
    provider.behaviour = () => ({ status: 400, body: { error: 'invalid_grant' } });
    return requestExpiredProviderToken(external);
  },
  provider_token_sealed: () => requestExpiredProviderToken(keyless),
  account_merging_disabled: async () =>
    stack.post('/user/merge', { access_token: 'x' }, bearer((await confirmedUser(stack)).access_token)),
  merge_token_missing: async () => {
    const node = await stack.another({
      SVC_SECURITY_ACCOUNT_MERGING_ENABLED: 'true',
      SVC_HOOK_MERGE_USERS_ENABLED: 'true',
      SVC_HOOK_MERGE_USERS_URI: 'pg-functions://postgres/app/nothing',
    });
    return node.post('/user/merge', {}, bearer((await confirmedUser(stack)).access_token));
  },
  test_mail_off: async () =>
    (await stack.another({ SVC_SMTP_HOST: '', SVC_SMTP_URLS: '' })).post(
      '/admin/templates/send-test',
      { kind: 'invite' },
      { ...SERVICE, ...HEADERS },
    ),
  webhook_unknown: () => stack.post(`/admin/webhooks/${NIL}/rotate`, {}, { ...SERVICE, ...HEADERS }),
  hook_unknown: () => stack.post('/admin/hooks/nothing/test', undefined, { ...SERVICE, ...HEADERS }),
  hook_off: () => stack.post('/admin/hooks/merge_users/test', undefined, { ...SERVICE, ...HEADERS }),
  error_unknown: () => stack.get('/admin/errors/nothing_of_this_name', { ...SERVICE, ...HEADERS }),
  report_unknown: () => stack.get('/admin/reports/nothing', { ...SERVICE, ...HEADERS }),
  reports_off: async () =>
    (await stack.another({ DATABASE_URL_AUDITOR: '', DATABASE_URL: '' })).get('/admin/reports/bans', {
      ...SERVICE,
      ...HEADERS,
    }),
  reports_busy: () =>
    stack.db.sql.begin(async (sql) => {
      await sql`lock table auth.tallies in access exclusive mode`;
      const ask = async (): Promise<Answer> => {
        const answer = await stack.get('/admin/reports/refusals_by_day', { ...SERVICE, ...HEADERS });
        return answer.status === 503 ? answer : Promise.reject(new Error(answer.text));
      };
      return Promise.any(Array.from({ length: 40 }, ask));
    }) as Promise<Answer>,
  report_too_slow: () =>
    stack.db.sql.begin(async (sql) => {
      await sql`lock table auth.tallies in access exclusive mode`;
      return stack.get('/admin/reports/refusals_by_day', { ...SERVICE, ...HEADERS });
    }) as Promise<Answer>,
  hook_failed: () => signUp(hooked),
  hook_timeout: () => {
    provider.behaviour = () => 'hang';
    return signUp(served);
  },
  hook_unreachable: () => signUp(unserved),
  hook_answer_too_long: () => {
    provider.behaviour = () => ({ body: { long: 'x'.repeat(204_800) } });
    return signUp(served);
  },
  hook_answer_no_json: () => {
    provider.behaviour = () => ({ headers: { 'content-type': 'text/plain' }, body: 'yes' });
    return signUp(served);
  },
  stopping: async () => {
    const node = await stack.another({ SVC_SHUTDOWN_DELAY: '1s' });
    const stopped = node.stop();
    const answer = await node.get('/ready', HEADERS);
    await stopped;
    return answer;
  },
  schema_unfit: async () => {
    const [before] = await sql<{ min_gateway: string }[]>`select min_gateway from auth.release`;
    await sql`update auth.release set min_gateway = '999.0.0'`;
    const answer = await stack.get('/ready', HEADERS);
    await sql`update auth.release set min_gateway = ${before?.min_gateway ?? ''}`;
    return answer;
  },
  captcha_missing: () => human(null),
  captcha_refused: () => {
    provider.behaviour = () => ({ body: { success: false, 'error-codes': ['timeout-or-duplicate'] } });
    return human('t');
  },
  captcha_unavailable: () => {
    provider.behaviour = () => 'cut';
    return human('t');
  },
  ...web3Cases({ node: wallets, one: ethereal, off: stack }),
  ...samlCases({ node: saml, off: stack }),
  ...scimCases({ node: provisioning, off: stack }),
  manual_linking_disabled: () => stack.get('/user/identities/authorize', NONEXISTENT_USER),
  provider_disabled: () => stack.get('/authorize?provider=github'),
  provider_unknown: () => stack.get('/authorize?provider=nothing'),
  provider_incomplete: () => asking.get('/authorize?provider=github'),
  provider_unsupported: () => returning({ state: true, code: 'x' }, stack),
  oauth_state_missing: () => stack.get('/callback'),
  oauth_state_invalid: () => stack.get('/callback?state=x'),
  oauth_state_unreadable: () => returning({ state: true, code: 'x' }, keyless),
  oauth_code_missing: () => returning({ state: true }),
  oauth_issuer_differs: () => returning({ state: true, code: 'x', iss: 'https://elsewhere.example' }),
  code_not_exchanged: () => {
    provider.behaviour = () => 'cut';
    return returning({ state: true, code: 'abcdef' });
  },
  token_exchange_failed: async () => {
    const body = 'oauth_token=t&oauth_token_secret=s&oauth_callback_confirmed=true';
    provider.behaviour = () => ({ headers: { 'content-type': 'application/x-www-form-urlencoded' }, body });
    await external.get('/authorize?provider=twitter');
    const [, callback = ''] = /oauth_callback="([^"]+)"/.exec(provider.last().headers.authorization ?? '') ?? [];
    return external.get(`/callback${new URL(decodeURIComponent(callback)).search}`);
  },
  profile_request_failed: () => {
    provider.behaviour = ({ path }) => ({ body: path.endsWith('access_token') ? { access_token: 'x' } : [] });
    return returning({ state: true, code: 'x' });
  },
  ...idTokenCases(tokens, provider),
  passkeys_disabled: () => stack.post('/passkeys/authentication/options', {}),
  webauthn_config_missing: () => answering(undefined),
  webauthn_type_unknown: () => answering({ type: 'x' }),
  webauthn_response_missing: () => answering({ type: 'create' }),
  webauthn_response_invalid: () => answering({ type: 'create', credential_response: {} }),
  credential_refused: async () => {
    const node = await stack.another(PASSKEY_SETTINGS);
    const { access_token } = await confirmedUser(stack);
    const { body } = await node.post('/passkeys/registration/options', {}, bearer(access_token));
    const credential = new Authenticator().create(body.options as never, { origin: 'https://elsewhere.example' });
    return node.post(
      '/passkeys/registration/verify',
      { challenge_id: body.challenge_id, credential },
      bearer(access_token),
    );
  },
  oauth_server_disabled: () => stack.get('/oauth/authorize'),
  custom_providers_disabled: () => plain.get('/admin/custom-providers', SERVICE),
  custom_providers_off: () => plain.get('/authorize?provider=custom:acme'),
  custom_provider_unreachable: () => stack.post('/admin/custom-providers', CUSTOM, SERVICE),
  custom_provider_undiscovered: () =>
    local.post('/admin/custom-providers', { ...CUSTOM, issuer: 'https://127.0.0.1:1' }, SERVICE),
  not_found: () => stack.get('/nothing'),
  method_not_allowed: () => stack.request('DELETE', '/health'),
  no_authorization: () => stack.get('/user'),
  bad_jwt: () => stack.get('/user', bearer('x')),
  missing_sub: () => claiming({ role: 'authenticated' }),
  sub_not_uuid: () => claiming({ sub: 'x' }),
  session_id_not_uuid: () => claiming({ sub: NIL, session_id: 'x' }),
  not_admin: () => stack.get('/admin/users', NONEXISTENT_USER),
  validation_failed: () => stack.get('/verify?type=%00&token=x'),
  audience_not_allowed: () => limited.post('/otp', { email: newEmail() }, { 'X-JWT-AUD': 'elsewhere' }),
  audience_too_long: () => stack.post('/otp', { email: newEmail() }, { 'X-JWT-AUD': 'x'.repeat(256) }),
  session_tag_unknown: () => limited.post('/signup', {}, { 'X-Session-Tag': 'fridge' }),
  unsupported_grant_type: () => stack.post('/token?grant_type=x', {}),
  verify_type_missing: () => stack.get('/verify?token=x'),
  verify_token_missing: () => stack.get('/verify?type=signup'),
  verify_type_not_email: () => stack.get('/verify?type=sms&token=x'),
  link_expired: () => stack.get('/verify?type=signup&token=x'),
  user_not_saved: () =>
    withRowTrigger('users', raise('P0001'), () =>
      stack.post('/signup', { email: newEmail(), password: PASSWORD }, HEADERS),
    ),
  user_not_confirmed: async () => {
    const email = newEmail();
    await stack.post('/signup', { email, password: PASSWORD });
    const { token } = await stack.mail(email);
    return withRowTrigger('users', raise('P0001'), () =>
      stack.post('/verify', { type: 'signup', token_hash: token }, HEADERS),
    );
  },
  refresh_token_malformed: () => stack.post('/token?grant_type=refresh_token', { refresh_token: 'x' }),
  refresh_token_not_found: () => stack.post('/token?grant_type=refresh_token', { refresh_token: 'abcdefgh2345' }),
};

/** Returns status, code and message. A redirect has code and message in the fragment or the query, and no status. */
function readError(answer: Answer): [number | undefined, unknown, string] {
  const { error, error_description, error_code, msg, detail } = answer.body;
  // SCIM errors have none of this server's error codes.
  if (detail !== undefined) return [answer.status, undefined, String(detail)];
  if (error !== undefined)
    return [answer.status, answer.headers.get('x-sb-error-code') ?? error, String(error_description)];
  if (answer.status !== 303 && answer.status !== 302) return [answer.status, error_code, String(msg)];
  const { searchParams } = new URL(answer.headers.get('location') ?? '');
  const values = searchParams.has('error_code') ? searchParams : readRedirectFragment(answer);
  return [undefined, values.get('error_code'), String(values.get('error_description'))];
}

for (const [name, [status, code, text]] of Object.entries(GATEWAY_ERRORS)) {
  test(`${name}: ${status} ${code}`, async () => {
    const answer = await CASES[name as GatewayError]();
    const [answered, error_code, msg] = readError(answer);
    if (answered !== undefined) assert.is(answered, status, answer.text);
    if (answer.body.detail === undefined) assert.is(error_code, code);
    const parts = text.split('%s').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    assert.match(msg, new RegExp(`^${parts.join('.+')}$`));
    // Responses never contain the internal error, only the error id under which it is logged.
    assert.not.match(answer.text, INNER);
    if (status === 503) assert.match(answer.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
  });
}

test('an unexpected SQL error returns only the generic body, and its cause is logged under the same id', async () => {
  const answer = await CASES.unexpected_failure();
  assert.equal(answer.body, {
    code: 500,
    error_code: 'unexpected_failure',
    msg: 'Unexpected failure, please check server logs for more information',
    error_id: 'req-of-the-test',
  });
  const lines = stack
    .log()
    .split('\n')
    .filter((line) => line.includes('req-of-the-test'));
  assert.ok(lines.some((line) => line.includes(INNER) && line.includes('22012')));
  const panicked = await CASES.panic();
  assert.equal(panicked.body, {
    code: 500,
    error_code: 'unexpected_failure',
    msg: 'Internal Server Error',
    error_id: 'req-of-the-test',
  });
});

test('the next request succeeds', async () => {
  const { access_token } = await confirmedUser(stack);
  assert.is((await stack.get('/user', bearer(access_token))).status, 200);
  assert.is((await recover()).status, 200);
});

test.run();
