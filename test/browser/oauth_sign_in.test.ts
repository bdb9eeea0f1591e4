// runner: alone when=gateway,sql

// The consent page of the OAuth server in a browser: each sign-in method, and the response that the app receives.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page, Route } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parseSamlRequest, responseParts } from '../flows/sso/journey.ts';
import { SERVICE } from '../support/clients/admin.ts';
import { openBrowser } from '../support/clients/browser.ts';
import { createClient, expectData, sessionOf } from '../support/clients/client.ts';
import { DEVICE_GRANT, type DeviceCodes, EVERY_GRANT_TYPE, postForm } from '../support/clients/oauth.ts';
import { computeTotp, decodeBase32, waitForFreshTimeStep } from '../support/clients/totp.ts';
import { ethereumWallet, solanaWallet } from '../support/clients/wallet.ts';
import { cannotRun } from '../support/processes/cannot_run.ts';
import { bearer } from '../support/processes/stack.ts';
import { base64Xml, createSamlIdp } from '../support/providers/saml_idp.ts';
import { SAML_SETTINGS } from '../support/providers/saml_settings.ts';
import { startTlsFront } from '../support/providers/tls_front.ts';
import { attachAuthenticator } from './app.ts';
import {
  type AuthorizationRequest,
  clickDecision,
  headingText,
  PASSWORD,
  SETTLED_MS,
  signIn,
  startOauthPages,
  waitForConsentPage,
  waitForHeading,
} from './oauth_pages.ts';

const browser = await openBrowser();
const vendor = await startConsentingProvider();
const vendor_front = await startTlsFront();
vendor_front.to(Number(new URL(vendor.url).port));
const ORGANIZATION = 'https://idp.example.com';
const stage = await startOauthPages({
  others: [vendor.url, vendor_front.url, ORGANIZATION],
  // The browser does not trust the certificate authority of vendor_front.
  anyCertificate: true,
  env: (url) => ({
    ...SAML_SETTINGS,
    SVC_CUSTOM_OAUTH_ALLOWED_NETWORKS: '127.0.0.0/8',
    SVC_EXTERNAL_KEYCLOAK_ENABLED: 'true',
    SVC_EXTERNAL_KEYCLOAK_CLIENT_ID: 'postern',
    SVC_EXTERNAL_KEYCLOAK_SECRET: 'a secret of the vendor',
    SVC_EXTERNAL_KEYCLOAK_REDIRECT_URI: `${url}/callback`,
    SVC_EXTERNAL_KEYCLOAK_URL: vendor.url,
  }),
});
const { stack } = stage;
const client = await stage.client();
test.after(async () => {
  await browser?.close();
  await stage.close();
  vendor_front.close();
  vendor.close();
});

/** Starts a fake provider that consents without asking the user. After `refuse(true)` it refuses. */
async function startConsentingProvider() {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://vendor');
    const json = (body: object) => response.setHeader('Content-Type', 'application/json').end(JSON.stringify(body));
    if (pathname.endsWith('/auth')) {
      const back = new URL(searchParams.get('redirect_uri') ?? '');
      back.searchParams.set('state', searchParams.get('state') ?? '');
      if (server.refuses) back.searchParams.set('error', 'access_denied');
      else back.searchParams.set('code', 'vendor-code');
      return response.writeHead(302, { Location: back.href }).end();
    }
    if (pathname.endsWith('/token')) return json({ access_token: 'vendor-token', token_type: 'bearer' });
    const sub = pathname.startsWith('/custom/') ? 'linus' : 'grace';
    return json({ sub, email: `${sub}@example.com`, email_verified: true });
  }) as ReturnType<typeof createServer> & { refuses?: boolean };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    refuse: (refuses: boolean) => {
      server.refuses = refuses;
    },
    close: () => server.close(),
  };
}

/** Registers a test that starts at the authorization URL of the app. */
function testSignIn(name: string, play: (page: Page, request: AuthorizationRequest) => Promise<void>): void {
  test(name, async () => {
    if (browser === null) return cannotRun(name, 'no Chromium on this machine');
    const request = stage.request(client);
    stage.answers.length = 0;
    await stage.visit(browser, request.url, (page) => play(page, request));
  });
}

/** Approves. Asserts that the app can sign the user in with the response. */
async function approveAndCheck(page: Page, request: AuthorizationRequest, email?: string): Promise<void> {
  await clickDecision(page, 'Approve', stage.app_url);
  const [answer] = stage.answers;
  assert.is(answer?.get('state'), request.state);
  assert.is(answer?.get('iss'), stage.url);
  const { status, body } = await stage.exchange(request, answer?.get('code') ?? null);
  assert.is(status, 200, JSON.stringify(body));
  const info = await stack.get('/oauth/userinfo', { Authorization: `Bearer ${body.access_token}` });
  if (email !== undefined) assert.is(info.body.email, email);
}

testSignIn('a password signs in; a wrong one says so and keeps the address', async (page, request) => {
  const user = await stage.user();
  await waitForHeading(page, /^Sign in to/);
  await signIn(page, { ...user, password: 'wrong' });
  await page.getByRole('alert').and(page.getByText('Wrong address or password.')).waitFor();
  assert.is(await page.getByLabel(/E-mail/).inputValue(), user.email);
  await signIn(page, user);
  await waitForConsentPage(page);
  assert.match(await headingText(page), 'Field Notes asks for access');
  await page.getByText(`Signed in as ${user.email}`).waitFor();
  await approveAndCheck(page, request, user.email);
});

testSignIn('a mailed code signs in', async (page, request) => {
  const user = await stage.user();
  await page.getByLabel(/E-mail/).fill(user.email);
  await page.getByRole('button', { name: 'Send me a code instead' }).click();
  await waitForHeading(page, 'Enter the code');
  const { code } = await stack.mail(user.email);
  await page.getByLabel('Code', { exact: true }).fill('000000');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('The code is wrong or has expired.').waitFor();
  await page.getByLabel('Code', { exact: true }).fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await page.getByRole('button', { name: 'Continue' }).click();
  await approveAndCheck(page, request, user.email);
});

testSignIn('the link of the mail continues in a new tab of the same browser', async (page, request) => {
  const user = await stage.user();
  await page.getByLabel(/E-mail/).fill(user.email);
  await page.getByRole('button', { name: 'Send me a code instead' }).click();
  await waitForHeading(page, 'Enter the code');
  const { path } = await stack.mail(user.email);
  const tab = await page.context().newPage();
  await tab.goto(path);
  await waitForConsentPage(tab);
  assert.not.match(tab.url(), /code=/);
  await approveAndCheck(tab, request, user.email);
});

testSignIn('a code for an address without an account is not sent, and the page does not reveal that', async (page) => {
  await page.getByLabel(/E-mail/).fill('nobody@example.com');
  await page.getByRole('button', { name: 'Send me a code instead' }).click();
  await waitForHeading(page, 'Enter the code');
  const [row] = await stack.db.sql`select count(*)::int as users from auth.users where email = 'nobody@example.com'`;
  assert.is(row?.users, 0);
});

testSignIn('a code by SMS signs in', async (page, request) => {
  const { auth } = createClient(stack.url);
  const phone = '4915200000001';
  expectData(await auth.signUp({ phone: `+${phone}`, password: PASSWORD }));
  sessionOf(await auth.verifyOtp({ phone: `+${phone}`, token: '424242', type: 'sms' }));
  await auth.signOut();
  await page.getByLabel(/E-mail/).fill(`+49 152 0000 0001`);
  await page.getByRole('button', { name: 'Send me a code instead' }).click();
  await page.getByLabel('Code', { exact: true }).fill('424242');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText(`Signed in as +${phone}`).waitFor();
  await approveAndCheck(page, request);
});

testSignIn('an external provider signs in, and the page goes on with the same request', async (page, request) => {
  await page.getByRole('button', { name: 'Continue with Keycloak' }).click();
  await waitForConsentPage(page);
  assert.not.match(page.url(), /code=/);
  await approveAndCheck(page, request, 'grace@example.com');
});

testSignIn('a sign-in that the provider refuses says so, and not in the words of the address', async (page) => {
  vendor.refuse(true);
  await page.getByRole('button', { name: 'Continue with Keycloak' }).click();
  await page.getByText('The sign-in did not succeed.').waitFor();
  vendor.refuse(false);
  assert.not.match(page.url(), /error/);
  assert.match(page.url(), /authorization_id=/);
});

/** Adds a custom provider whose sign-in page consents without asking the user. Returns a function that removes it. */
async function addCustomProvider(provider: { identifier: string; name: string; enabled?: boolean }) {
  const address = (path: string) => `${vendor_front.url}/custom${path}`;
  const added = await stack.post(
    '/admin/custom-providers',
    {
      provider_type: 'oauth2',
      client_id: 'postern',
      client_secret: 'a secret of the custom vendor',
      authorization_url: address('/auth'),
      token_url: address('/token'),
      userinfo_url: address('/userinfo'),
      ...provider,
    },
    SERVICE,
  );
  assert.is(added.status, 201, added.text);
  return async () => {
    const removed = await stack.request('DELETE', `/admin/custom-providers/${provider.identifier}`, undefined, SERVICE);
    assert.is(removed.status, 204, removed.text);
  };
}

testSignIn('an enabled custom provider signs in, and a disabled one is not offered', async (page, request) => {
  const hostile = '<img src=x onerror=alert(1)>\u202eAcme';
  const removals = [
    await addCustomProvider({ identifier: 'custom:acme', name: hostile }),
    await addCustomProvider({ identifier: 'custom:closed', name: 'Closed', enabled: false }),
  ];
  await page.reload();
  await page.getByRole('button', { name: 'Continue with Keycloak' }).waitFor();
  assert.is(await page.getByText('Closed').count(), 0);
  await page.getByRole('button', { name: 'Continue with <img src=x onerror=alert(1)>Acme', exact: true }).click();
  await waitForConsentPage(page);
  assert.not.match(page.url(), /code=/);
  await approveAndCheck(page, request, 'linus@example.com');
  for (const remove of removals) await remove();
});

testSignIn('on the page of the device grant, a custom provider signs in, and the device gets tokens', async (page) => {
  const removals = [
    await addCustomProvider({ identifier: 'custom:acme', name: 'Acme' }),
    await addCustomProvider({ identifier: 'custom:blank', name: '\u200b\u2060' }),
  ];
  const metadata = { client_type: 'public', client_name: 'Notes CLI', grant_types: EVERY_GRANT_TYPE };
  const { client_id } = await stage.client(metadata);
  const send = (path: string, values: Record<string, string>) => postForm(stack, path, { client_id, ...values });
  const codes = (await send('/oauth/device_authorization', { scope: 'email' })).body as unknown as DeviceCodes;
  await page.goto(codes.verification_uri_complete);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Continue with custom:blank', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Continue with Acme', exact: true }).click();
  await waitForConsentPage(page);
  await page.waitForTimeout(SETTLED_MS);
  await page.getByRole('button', { name: 'Approve' }).click();
  await waitForHeading(page, 'The device is connected');
  const { status, body } = await send('/oauth/token', { grant_type: DEVICE_GRANT, device_code: codes.device_code });
  assert.is(status, 200, JSON.stringify(body));
  const info = await stack.get('/oauth/userinfo', { Authorization: `Bearer ${body.access_token}` });
  assert.is(info.body.email, 'linus@example.com');
  for (const remove of removals) await remove();
});

for (const [what, answer] of [
  ['no', (route: Route) => route.abort()],
  ['a late', () => undefined],
] as const)
  testSignIn(`${what} list of custom providers: the page says so and offers the other ways`, async (page) => {
    await page.route('**/oauth/providers', answer);
    await page.reload();
    await page.getByRole('alert').and(page.getByText('The server cannot be reached.')).waitFor();
    await page.getByRole('button', { name: 'Continue with Keycloak' }).waitFor();
  });

testSignIn('an organization signs in; an address of another domain says so', async (page, request) => {
  const idp = createSamlIdp();
  const provider = { type: 'saml', metadata_xml: idp.metadata, domains: ['corp.example'], email_domains: 'any' };
  const added = await stack.post('/admin/sso/providers', provider, SERVICE);
  assert.is(added.status, 201, added.text);
  const acs = `${stage.url}/sso/saml/acs`;
  const email = 'ada@corp.example';
  await page.route(`${ORGANIZATION}/**`, (route) => {
    const { id, relay } = parseSamlRequest(route.request().url());
    const audience = `${stage.url}/sso/saml/metadata`;
    const parts = { ...responseParts(null), acs, audience, requestId: id, attributes: { mail: email } };
    const fields = Object.entries({ SAMLResponse: base64Xml(idp.respond(parts)), RelayState: relay })
      .map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`)
      .join('');
    const body = `<form method="post" action="${acs}">${fields}</form><script>document.forms[0].submit()</script>`;
    return route.fulfill({ contentType: 'text/html', body });
  });
  await page.getByRole('button', { name: 'Sign in with your organization' }).click();
  const address = page.getByLabel('E-mail address at your organization');
  await address.fill('ada@elsewhere.example');
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await page.getByText('No organization signs in here with this address.').waitFor();
  await address.fill(email);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await waitForConsentPage(page);
  assert.not.match(page.url(), /code=/);
  await approveAndCheck(page, request, email);
});

testSignIn('a passkey signs in', async (page, request) => {
  const user = await stage.user();
  const { auth } = createClient(stack.url);
  sessionOf(await auth.signInWithPassword(user));
  await attachAuthenticator(page, 'internal');
  await registerPasskey(page, await heldToken(auth));
  await auth.signOut();
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await approveAndCheck(page, request, user.email);
});

testSignIn('a passkey that the browser does not have says so', async (page) => {
  await attachAuthenticator(page, 'internal');
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByText('The browser did not use a key.').waitFor();
});

for (const chain of ['ethereum', 'solana'] as const) {
  testSignIn(`a wallet of ${chain} signs in`, async (page, request) => {
    const name = chain === 'ethereum' ? 'Use an Ethereum wallet' : 'Use a Solana wallet';
    await page.getByRole('button', { name }).click();
    await page.getByText('This browser has no such wallet.').waitFor();
    await installWallet(page, chain);
    await page.getByRole('button', { name }).click();
    await approveAndCheck(page, request);
  });
}

testSignIn('an account with a second factor is asked for it: a code of the app', async (page, request) => {
  const user = await stage.user();
  const secret = await enrollTotp(user);
  await signIn(page, user);
  await waitForHeading(page, 'Confirm that it is you');
  await page.getByLabel('Code', { exact: true }).fill('000000');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('alert').waitFor();
  await waitForFreshTimeStep();
  await page.getByLabel('Code', { exact: true }).fill(computeTotp(secret, Date.now()));
  await page.getByRole('button', { name: 'Continue' }).click();
  await approveAndCheck(page, request, user.email);
});

testSignIn('a recovery code stands in for the app', async (page, request) => {
  const user = await stage.user();
  const codes: string[] = [];
  await enrollTotp(user, async (auth) => {
    const made = await stack.post('/factors/recovery-codes', {}, bearer(await heldToken(auth)));
    codes.push(...(made.body.codes as string[]));
  });
  await signIn(page, user);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(codes[0] ?? '');
  await page.getByRole('button', { name: 'Continue' }).click();
  await approveAndCheck(page, request, user.email);
});

testSignIn('a security key as second factor', async (page, request) => {
  const user = await stage.user();
  const { auth } = createClient(stack.url);
  sessionOf(await auth.signInWithPassword(user));
  await attachAuthenticator(page, 'usb');
  await enrollSecurityKey(page, await heldToken(auth));
  await auth.signOut();
  await signIn(page, user);
  await waitForHeading(page, 'Confirm that it is you');
  await page.getByRole('button', { name: 'Use security key' }).click();
  await approveAndCheck(page, request, user.email);
});

type AuthClient = ReturnType<typeof createClient>['auth'];

/** Enrolls a TOTP factor, and verifies it with the code of the previous time step. Calls `then` in the same session. */
async function enrollTotp(
  user: { email: string; password: string },
  then: (auth: AuthClient) => Promise<void> = async () => undefined,
): Promise<Buffer> {
  const { auth } = createClient(stack.url);
  sessionOf(await auth.signInWithPassword(user));
  const { id, totp } = expectData(await auth.mfa.enroll({ factorType: 'totp' }));
  const secret = decodeBase32(totp.secret);
  await waitForFreshTimeStep();
  expectData(await auth.mfa.challengeAndVerify({ factorId: id, code: computeTotp(secret, Date.now() - 30_000) }));
  await then(auth);
  await auth.signOut();
  return secret;
}

const heldToken = async (auth: AuthClient): Promise<string> => sessionOf(await auth.getSession()).access_token;

/** Functions for the page that call the API and the browser's credential functions. */
const IN_PAGE = `
  globalThis.post = async (bearer, path, body) => {
    const headers = { Authorization: 'Bearer ' + bearer, 'Content-Type': 'application/json' };
    const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(path + ': ' + await response.text());
    return response.json();
  };
  globalThis.create = async (options) => {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
    return (await navigator.credentials.create({ publicKey })).toJSON();
  };`;

/** Registers a passkey of the page's authenticator through the API. */
async function registerPasskey(page: Page, token: string): Promise<void> {
  await page.evaluate(`(async (bearer) => {${IN_PAGE}
    const { challenge_id, options } = await post(bearer, '/passkeys/registration/options', {});
    await post(bearer, '/passkeys/registration/verify', { challenge_id, credential: await create(options) });
  })(${JSON.stringify(token)})`);
}

/** Enrolls the page's authenticator as a second factor through the API. */
async function enrollSecurityKey(page: Page, token: string): Promise<void> {
  await page.evaluate(`(async (bearer) => {${IN_PAGE}
    const { id } = await post(bearer, '/factors', { factor_type: 'webauthn', friendly_name: 'key' });
    const asked = await post(bearer, '/factors/' + id + '/challenge', {});
    const credential_response = await create(asked.webauthn.credential_options.publicKey);
    await post(bearer, '/factors/' + id + '/verify', {
      challenge_id: asked.id,
      webauthn: { type: 'create', credential_response },
    });
  })(${JSON.stringify(token)})`);
}

/** Installs a wallet in the page. The wallet signs every request. */
async function installWallet(page: Page, chain: 'ethereum' | 'solana'): Promise<void> {
  if (chain === 'ethereum') {
    const wallet = ethereumWallet();
    await page.exposeFunction('askWallet', (asked: { method: string; params?: readonly unknown[] }) =>
      (wallet.provider as unknown as { request(o: object): Promise<unknown> }).request(asked),
    );
    await page.evaluate(`window.ethereum = { request: (asked) => askWallet(asked) }; undefined`);
    return;
  }
  const wallet = solanaWallet();
  await page.exposeFunction('signText', (text: string) => wallet.sign(text));
  await page.evaluate(`window.solana = {
    isConnected: false,
    publicKey: { toBase58: () => ${JSON.stringify(wallet.address)} },
    async connect() { return { publicKey: this.publicKey }; },
    async signMessage(bytes) {
      const signed = await signText(new TextDecoder().decode(bytes));
      return { signature: Uint8Array.from(atob(signed.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0)) };
    },
  }; undefined`);
}

test.run();
