// Passkeys in a real browser: the unmodified client on a page of localhost, and Chromium's own authenticator.
// runner: timeout=120
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { signedIn, startPasskeys } from '../flows/passkeys/stage.ts';
import { openBrowser } from '../support/browser.ts';
import { cannotRun } from '../support/cannot_run.ts';
import { SITE_URL } from '../support/stack.ts';

const browser = await openBrowser();
const stack = await startPasskeys();
test.after(async () => {
  await browser?.close();
  await stack.close();
});

const { resolve } = createRequire(import.meta.url);
const CLIENT = join(dirname(resolve('@supabase/auth-js/package.json')), 'dist', 'module');
const TSLIB = join(dirname(resolve('tslib/package.json')), 'tslib.es6.mjs');
const HTML = `<!doctype html><title>The app</title><script type="importmap">
  {"imports": {"@supabase/auth-js": "/auth-js/index.js", "tslib": "/tslib.js"}}</script>`;

/** The app's page, its modules out of the packages as they are. */
async function openApp(): Promise<Page> {
  if (browser === null) throw new Error('no Chromium');
  const page = await browser.newPage();
  await page.route(`${SITE_URL}/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === '/') return route.fulfill({ contentType: 'text/html', body: HTML });
    const path = pathname.replace(/^\/auth-js\//, '').replace(/(?<!\.js)$/, '.js');
    const file = pathname === '/tslib.js' ? TSLIB : join(CLIENT, path);
    return route.fulfill({ contentType: 'text/javascript', body: readFileSync(file, 'utf8') });
  });
  await page.goto(`${SITE_URL}/`);
  const options = { url: stack.url, autoRefreshToken: false, experimental: { passkey: true } };
  await page.evaluate(`import('@supabase/auth-js').then(({ AuthClient }) => {
    globalThis.auth = new AuthClient(${JSON.stringify(options)});
  })`);
  return page;
}

/** What the client answers in the page, as JSON. */
async function ask<T>(page: Page, call: string): Promise<T> {
  const text = `auth.${call}.then(({ data, error }) => JSON.stringify({ data, error: error?.message ?? null }))`;
  const { data, error } = JSON.parse(await page.evaluate<string>(text)) as { data: T; error: string | null };
  assert.is(error, null, call);
  return data;
}

test('registerPasskey, sign out, signInWithPasskey: the same user, by passkey', async () => {
  if (browser === null) return cannotRun('passkeys in a browser', 'no Chromium on this machine');
  const { id, access_token, refresh_token } = await signedIn(stack);
  const page = await openApp();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await ask(page, `setSession(${JSON.stringify({ access_token, refresh_token })})`);
  const passkey = await ask<{ id: string }>(page, 'registerPasskey()');
  const list = await ask<{ id: string }[]>(page, 'passkey.list()');
  assert.equal(
    list.map((one) => one.id),
    [passkey.id],
  );
  await page.evaluate(`auth.signOut({ scope: 'local' }).then(() => null)`);
  const { user, session } = await ask<{ user: { id: string }; session: { access_token: string } }>(
    page,
    'signInWithPasskey()',
  );
  assert.is(user.id, id);
  const claims = JSON.parse(Buffer.from(session.access_token.split('.')[1] ?? '', 'base64url').toString());
  assert.is(claims.amr[0].method, 'passkey');
  const [row] = await stack.db.sql`select sign_count, transports from auth.passkeys where id = ${passkey.id}`;
  assert.ok(Number(row?.sign_count) > 0, 'Chromium counts');
  assert.equal(row?.transports, ['internal']);
  await page.close();
});

test.run();
