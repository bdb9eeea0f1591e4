// runner: alone when=gateway,sql

// The consent page of the OAuth server in a browser: its content, the user's decision, errors, and attacks.
import type { Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { findAccessibilityViolations, openBrowser, SCREENS, waitUntil } from '../support/clients/browser.ts';
import { DEVICE_GRANT, type DeviceCodes, EVERY_GRANT_TYPE, postForm } from '../support/clients/oauth.ts';
import { shiftClock } from '../support/database/clock.ts';
import { cannotRun } from '../support/processes/cannot_run.ts';
import {
  clickDecision,
  headingText,
  SETTLED_MS,
  signIn,
  startOauthPages,
  waitForConsentPage,
  waitForHeading,
} from './oauth_pages.ts';

const browser = await openBrowser();
const stage = await startOauthPages({
  env: () => ({
    SVC_OAUTH_SERVER_SCOPES: 'notes:change your notes',
    SVC_OAUTH_SERVER_ALLOW_DYNAMIC_REGISTRATION: 'true',
    SVC_OAUTH_SERVER_CLIENT_DOCUMENTS: 'app.example.com',
  }),
});
const { stack } = stage;
const client = await stage.client();
test.after(async () => {
  await browser?.close();
  await stage.close();
});
test.after.each(() => {
  stage.answers.length = 0;
  return shiftClock(stack.db);
});

type User = Awaited<ReturnType<typeof stage.user>>;
type OpenPage = (url: string, play: (page: Page) => Promise<void>) => Promise<void>;

/** Registers a browser test. Its user has approved no client yet. */
function it(name: string, play: (open: OpenPage, user: User) => Promise<void>): void {
  test(name, async () => {
    if (browser === null) return cannotRun(name, 'no Chromium on this machine');
    const open: OpenPage = (url, more) => stage.visit(browser, url, more);
    await play(open, await stage.user());
  });
}

const boxes = (page: Page) => page.getByRole('checkbox');

it('Decline: the app gets access_denied, its state and the issuer; the page ends its session', async (open, user) => {
  const request = stage.request(client);
  await open(request.url, async (page) => {
    await signIn(page, user);
    await clickDecision(page, 'Decline', stage.app_url);
    const [answer] = stage.answers;
    assert.equal(
      [answer?.get('error'), answer?.get('state'), answer?.get('iss'), answer?.has('code')],
      ['access_denied', request.state, stage.url, false],
    );
    const live = async () => {
      const rows = await stack.db.sql`
        select from auth.sessions where user_id = ${user.id} and revoked_at is null`;
      return rows.length;
    };
    await waitUntil(async () => (await live()) === 0, 'the end of the session');
  });
});

it('fewer scopes: what the user unticks is not granted; with none left the page asks for one', async (open, user) => {
  const request = stage.request(client, { scope: 'email profile' });
  await open(request.url, async (page) => {
    await signIn(page, user);
    await waitForConsentPage(page);
    for (const box of await boxes(page).all()) await box.uncheck();
    await page.waitForTimeout(SETTLED_MS);
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByText('Leave at least one ticked, or decline.').waitFor();
    await page.getByLabel('read your e-mail address').check();
    await clickDecision(page, 'Approve', stage.app_url);
    const { body } = await stage.exchange(request, stage.answers[0]?.get('code') ?? null);
    assert.is(body.scope, 'email', JSON.stringify(body));
  });
});

it('shows who asks, for what, at which resource and where the answer goes', async (open, user) => {
  const request = stage.request(client, { scope: 'email notes', resource: 'https://notes.example.org/api' });
  await open(request.url, async (page) => {
    await signIn(page, user);
    await waitForConsentPage(page);
    const text = (await page.locator('main').textContent()) ?? '';
    for (const part of ['Field Notes', 'read your e-mail address', 'change your notes', 'notes.example.org/api']) {
      assert.match(text, part);
    }
    assert.match(text, 'Added by the operator of localhost:3000.');
    assert.match(text, new URL(stage.app_url).host);
    assert.match(text, 'Approve only if you have just started it yourself.');
  });
});

it('without a resource, says that the access is for the API of this site', async (open, user) => {
  await open(stage.request(client, { scope: 'email' }).url, async (page) => {
    await signIn(page, user);
    await waitForConsentPage(page);
    await page.getByText('It uses this access at the API of localhost:3000.').waitFor();
  });
});

it('a reload asks to sign in again: the session lives in the page alone', async (open, user) => {
  const request = stage.request(client);
  await open(request.url, async (page) => {
    await signIn(page, user);
    await waitForConsentPage(page);
    const kept = await page.evaluate<string>(
      'JSON.stringify({ ...localStorage, ...sessionStorage }) + document.cookie',
    );
    assert.is(kept, '{}');
    await page.reload();
    await waitForHeading(page, /^Sign in to/);
    await signIn(page, user);
    await waitForConsentPage(page);
  });
});

it('errors have a page each: no request, unknown, another user’s, decided, expired', async (open, user) => {
  await open(`${stage.url}/oauth/consent`, (page) => waitForHeading(page, 'No request'));
  await open(`${stage.url}/oauth/consent?authorization_id=${'0'.repeat(56)}`, async (page) => {
    await signIn(page, user);
    await waitForHeading(page, 'This request is not valid');
  });
  const request = stage.request(client);
  let address = '';
  await open(request.url, async (page) => {
    address = page.url();
    await signIn(page, user);
    await waitForConsentPage(page);
  });
  await open(address, async (page) => {
    await signIn(page, await stage.user());
    await waitForHeading(page, 'This request is not valid');
  });
  await open(address, async (page) => {
    await signIn(page, user);
    await clickDecision(page, 'Decline', stage.app_url);
  });
  await open(stage.request(client).url, async (page) => {
    await signIn(page, user);
    await waitForConsentPage(page);
    await shiftClock(stack.db, 660);
    await page.waitForTimeout(SETTLED_MS);
    await page.getByRole('button', { name: 'Approve' }).click();
    await waitForHeading(page, /This request (is not valid|has expired)/);
  });
});

it('a request that is decided in another tab says so', async (open, user) => {
  await open(stage.request(client).url, async (page) => {
    const other = await page.context().newPage();
    await other.goto(page.url());
    await signIn(page, user);
    await waitForConsentPage(page);
    await signIn(other, user);
    await clickDecision(other, 'Decline', stage.app_url);
    await page.getByRole('button', { name: 'Approve' }).click();
    await waitForHeading(page, 'This request was already answered');
  });
});

it('prompt=login: a sign-in on the page is new enough', async (open, user) => {
  const request = stage.request(client, { prompt: 'login' });
  await open(request.url, async (page) => {
    await signIn(page, user);
    await clickDecision(page, 'Approve', stage.app_url);
    assert.ok(stage.answers[0]?.get('code'));
  });
});

it('speaks the language that the app asks for, and the browser’s otherwise', async (open, user) => {
  await open(stage.request(client, { ui_locales: 'fr-CA de' }).url, async (page) => {
    await waitForHeading(page, 'Se connecter à localhost:3000');
    await page.locator('#address').fill(user.email);
    await page.locator('#password').fill(user.password);
    await page.locator('button[value=password]').click();
    await page.getByRole('button', { name: 'Accepter' }).waitFor();
    assert.is(await page.evaluate('document.documentElement.lang'), 'fr');
  });
});

it('prompt=none: the app gets login_required at once, because the page has no session', async (open) => {
  const request = stage.request(client, { prompt: 'none' });
  await open(request.url, async (page) => {
    await page.waitForURL(`${stage.app_url}/**`);
    const [answer] = stage.answers;
    assert.equal([answer?.get('error'), answer?.get('state')], ['login_required', request.state]);
  });
  // Only a request with prompt=none can be declined without the user. Adding the parameter to another request's URL has
  // no effect.
  const other = await fetch(stage.request(client).url, { redirect: 'manual' });
  await open(`${other.headers.get('location')}&prompt=none`, async (page) => {
    await page.locator('h1').waitFor();
    assert.equal(stage.answers.length, 1);
    assert.is(new URL(page.url()).origin, stage.url);
  });
});

const HOSTILE = [
  ['markup', '<img src=x onerror=alert(1)><b>Postern</b>', 201, '<img src=x onerror=alert(1)><b>Postern</b>'],
  ['text that turns', 'Acme \u202egnp.exe', 400, null],
  ['300 letters without a blank', 'W'.repeat(300), 201, `${'W'.repeat(100)}…`],
  ['a name of nothing', ' ', 201, null],
] as const;

for (const [what, client_name, status, shown] of HOSTILE) {
  it(`a client’s name cannot harm: ${what}`, async (open, user) => {
    const metadata = { client_name, redirect_uris: [`${stage.app_url}/callback`], token_endpoint_auth_method: 'none' };
    const registered = await stack.post('/oauth/clients/register', metadata);
    assert.is(registered.status, status, registered.text);
    if (registered.status === 400) return;
    const hostile = { client_id: String(registered.body.client_id), redirect_uri: `${stage.app_url}/callback` };
    await open(stage.request(hostile).url, async (page) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await signIn(page, user);
      await waitForConsentPage(page);
      const title = await headingText(page);
      assert.not.match(title, /[\u202a-\u202e\u2066-\u2069]/);
      if (shown !== null) assert.match(title, shown);
      assert.is(await page.locator('h1 b, h1 img').count(), 0);
      await page.getByText('Not verified: the app chose this name itself.').waitFor();
      const wide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      assert.ok(wide <= 0, 'nothing is wider than the screen');
    });
  });
}

it('an address in the page’s own query leads nowhere', async (open) => {
  const evil = encodeURIComponent('https://evil.example/');
  for (const name of ['redirect_uri', 'redirect_url', 'redirect_to', 'return_to', 'next', 'url']) {
    await open(`${stage.url}/oauth/consent?${name}=${evil}#${name}=${evil}`, async (page) => {
      await waitForHeading(page, 'No request');
      assert.is(new URL(page.url()).origin, stage.url);
      assert.is(await page.locator('a').count(), 0);
    });
  }
  await open(
    `${stage.url}/oauth/consent?error=x&error_description=Call+0800+1234&authorization_id=${'0'.repeat(56)}`,
    async (page) => {
      await waitForHeading(page, /^Sign in to/);
      assert.not.match((await page.locator('body').textContent()) ?? '', '0800');
    },
  );
});

test('a page of another origin cannot frame it, nor keep a hold of its window', async () => {
  if (browser === null) return cannotRun('frames', 'no Chromium on this machine');
  const page = await browser.newPage();
  await page.goto(stage.app_url);
  await page.evaluate(`document.body.innerHTML = '<iframe src="${stage.url}/oauth/consent"></iframe>'; undefined`);
  await waitUntil(() => !['', 'about:blank', undefined].includes(page.frames()[1]?.url()), 'the frame');
  assert.is(page.frames()[1]?.url(), 'chrome-error://chromewebdata/');
  const [opened] = await Promise.all([
    page.context().waitForEvent('page'),
    page.evaluate(`globalThis.other = open('${stage.url}/oauth/consent'); undefined`),
  ]);
  await waitForHeading(opened, 'No request');
  assert.equal([await opened.evaluate('opener'), await page.evaluate('other.closed')], [null, true]);
  await page.context().close();
});

it('a click at the moment when the request appears, or the window comes to the front, approves nothing', async (open, user) => {
  await open(stage.request(client).url, async (page) => {
    // Clicks within the task that shows the button, even on a slow machine.
    await page.evaluate(`new MutationObserver((_, observer) => {
      const button = document.querySelector('button[value=approve]');
      if (button === null) return;
      observer.disconnect();
      button.click();
      document.documentElement.dataset.clicked = '';
    }).observe(document, { childList: true, subtree: true })`);
    await signIn(page, user);
    await page.locator('html[data-clicked]').waitFor();
    await page.waitForTimeout(SETTLED_MS);
    await page.evaluate(`dispatchEvent(new Event('focus')); document.querySelector('button[value=approve]').click()`);
    await page.waitForTimeout(300);
    assert.is(new URL(page.url()).pathname, '/oauth/consent');
    assert.equal(stage.answers, []);
    await clickDecision(page, 'Approve', stage.app_url);
  });
});

it('nobody is signed in by an address: neither tokens in it nor a code that another browser asked for', async (open) => {
  const attacker = await stage.user();
  const signedIn = await stack.post('/token?grant_type=password', {
    email: attacker.email,
    password: attacker.password,
  });
  const { access_token, refresh_token } = signedIn.body;
  await open(stage.request(client).url, async (page) => {
    await page.goto(`${page.url()}#access_token=${access_token}&refresh_token=${refresh_token}&type=magiclink`);
    await page.reload();
    await waitForHeading(page, /^Sign in to/);
    assert.not.match(page.url(), /access_token/);
  });
  const challenge = { code_challenge: 'a'.repeat(43), code_challenge_method: 's256' };
  const address = `${stage.url}/oauth/consent?authorization_id=1`;
  const body = { email: attacker.email, create_user: false, ...challenge };
  await stack.post(`/otp?redirect_to=${encodeURIComponent(address)}`, body);
  const { path } = await stack.mail(attacker.email);
  await open(path, async (page) => {
    await waitForHeading(page, /^Sign in to/);
    await page.getByText('This link belongs to another browser.').waitFor();
    assert.not.match(page.url(), /code=/);
  });
});

it('a request that an attacker started: the victim sees whose it is, and the code comes with the attacker’s state', async (open, user) => {
  const request = stage.request(client);
  await open(request.url, async (page) => {
    await signIn(page, user);
    await waitForConsentPage(page);
    await page.getByText(new URL(stage.app_url).host).waitFor();
    await clickDecision(page, 'Approve', stage.app_url);
  });
  const [answer] = stage.answers;
  // The app in the victim's browser did not choose this `state`. Without the PKCE verifier the code is useless.
  assert.is(answer?.get('state'), request.state);
  const stolen = await stage.exchange({ ...request, verifier: 'b'.repeat(43) }, answer?.get('code') ?? null);
  assert.equal([stolen.status, stolen.body.error], [400, 'invalid_grant']);
});

it('an app that a document describes is not shown as one that the operator has added', async (open, user) => {
  const document_url = `https://app.example.com/${user.id}.json`;
  const redirect_uri = 'https://app.example.com/callback';
  await stack.db.sql`
    insert into auth.oauth_clients (id, registration_type, client_type, token_endpoint_auth_method, redirect_uris,
      grant_types, client_name, document_url, document_expires_at, created_at, updated_at)
    values (gen_random_uuid(), 'document', 'public', 'none', array[${redirect_uri}], '{authorization_code}', 'Your bank',
      ${document_url}, now() + interval '1 day', now(), now())`;
  await open(stage.request({ client_id: document_url, redirect_uri }).url, async (page) => {
    await signIn(page, user);
    await waitForConsentPage(page);
    const text = (await page.locator('main').textContent()) ?? '';
    assert.match(text, 'app.example.com chose this name itself.');
    assert.not.match(text, 'Added by the operator');
  });
});

/** Starts a device authorization. Returns its codes, and a function that polls for the tokens. */
async function startDeviceAuthorization() {
  const { client_id } = await stage.client({
    client_type: 'public',
    client_name: 'Notes CLI',
    grant_types: EVERY_GRANT_TYPE,
  });
  const send = (path: string, values: Record<string, string>) => postForm(stack, path, { client_id, ...values });
  const codes = (await send('/oauth/device_authorization', { scope: 'email' })).body as unknown as DeviceCodes;
  const poll = () => send('/oauth/token', { grant_type: DEVICE_GRANT, device_code: codes.device_code });
  return { codes, poll };
}

for (const [name, title, answered] of [
  ['Approve', 'The device is connected', 'none'],
  ['Decline', 'The request was declined', 'access_denied'],
] as const) {
  it(`a device: the user enters its code, sees who asks and from where, and chooses ${name}`, async (open, user) => {
    const { codes, poll } = await startDeviceAuthorization();
    await open(codes.verification_uri, async (page) => {
      await waitForHeading(page, 'Connect a device');
      const code = page.getByLabel('Code of the device');
      await code.fill('BCDF-GHJK');
      await page.getByRole('button', { name: 'Continue' }).click();
      await signIn(page, user);
      await page.getByText('This code is wrong or has expired.').waitFor();
      await code.fill(codes.user_code.toLowerCase());
      await page.getByRole('button', { name: 'Continue' }).click();
      await waitForHeading(page, 'Notes CLI on a device asks for access to your account');
      await page.getByText(codes.user_code).waitFor();
      await page.getByText('The request came from 127.0.0.1').waitFor();
      await page.waitForTimeout(SETTLED_MS);
      await page.getByRole('button', { name }).click();
      await waitForHeading(page, title);
    });
    const answer = await poll();
    assert.is(answer.body.error ?? 'none', answered);
  });
}

it('a device: the address with its code asks to compare the code before anything else', async (open, user) => {
  const { codes, poll } = await startDeviceAuthorization();
  await open(codes.verification_uri_complete, async (page) => {
    await waitForHeading(page, 'Connect a device');
    await page.getByText('Continue only if your device shows this code.').waitFor();
    assert.is(await page.getByLabel('Code of the device').inputValue(), codes.user_code);
    for (const forged of ['code=x', 'error=x']) {
      await page.goto(`${codes.verification_uri_complete}&${forged}`);
      await waitForHeading(page, 'Connect a device');
    }
    await page.goto(codes.verification_uri_complete);
    await page.getByRole('button', { name: 'Continue' }).click();
    await signIn(page, user);
    await waitForConsentPage(page);
    assert.is((await poll()).body.error, 'authorization_pending');
    await page.waitForTimeout(SETTLED_MS);
    await page.getByRole('button', { name: 'Approve' }).click();
    await waitForHeading(page, 'The device is connected');
  });
  assert.is((await poll()).status, 200);
});

test('axe finds nothing, light and dark, on a phone and wide', async () => {
  if (browser === null) return cannotRun('axe on the pages', 'no Chromium on this machine');
  for (const { width, height, scheme, name } of SCREENS) {
    const context = await browser.newContext({ viewport: { width, height }, colorScheme: scheme, locale: 'en-US' });
    const page = await context.newPage();
    const user = await stage.user();
    await page.goto(
      stage.request(client, { scope: 'email profile phone', resource: 'https://notes.example.org/' }).url,
    );
    await waitForHeading(page, /^Sign in to/);
    assert.equal(await findAccessibilityViolations(page), [], `${name}: sign-in`);
    await signIn(page, { ...user, password: 'wrong' });
    await page.getByRole('alert').waitFor();
    assert.equal(await findAccessibilityViolations(page), [], `${name}: error`);
    await signIn(page, user);
    await waitForConsentPage(page);
    assert.equal(await findAccessibilityViolations(page), [], `${name}: request`);
    await page.goto(`${stage.url}/oauth/consent`);
    await waitForHeading(page, 'No request');
    assert.equal(await findAccessibilityViolations(page), [], `${name}: problem`);
    await page.goto(`${stage.url}/oauth/device`);
    await waitForHeading(page, 'Connect a device');
    assert.equal(await findAccessibilityViolations(page), [], `${name}: device`);
    await context.close();
  }
});

it('the keyboard alone signs in and approves', async (open, user) => {
  await open(stage.request(client).url, async (page) => {
    await waitForHeading(page, /^Sign in to/);
    assert.is(await page.evaluate('document.activeElement.tagName'), 'H1');
    await page.keyboard.press('Tab');
    await page.keyboard.type(user.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(user.password);
    await page.keyboard.press('Enter');
    await waitForConsentPage(page);
    assert.is(await page.evaluate('document.activeElement.tagName'), 'H1');
    await page.waitForTimeout(SETTLED_MS);
    for (let presses = 0; presses < 12; presses++) {
      await page.keyboard.press('Tab');
      if ((await page.evaluate('document.activeElement.value')) === 'approve') break;
    }
    await page.keyboard.press('Enter');
    await page.waitForURL(`${stage.app_url}/**`);
    assert.ok(stage.answers[0]?.get('code'));
  });
});

test.run();
