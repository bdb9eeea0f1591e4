// Passkeys in a real browser: the unmodified client on a page of localhost, and Chromium's own authenticator.
// runner: timeout=120
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { signedIn, startPasskeys } from '../flows/passkeys/stage.ts';
import { openBrowser } from '../support/browser.ts';
import { cannotRun } from '../support/cannot_run.ts';

const { resolve } = createRequire(import.meta.url);
const CLIENT = join(dirname(resolve('@supabase/auth-js/package.json')), 'dist', 'module');
const TSLIB = join(dirname(resolve('tslib/package.json')), 'tslib.es6.mjs');
const HTML = `<!doctype html><title>The app</title><script type="importmap">
  {"imports": {"@supabase/auth-js": "/auth-js/index.js", "tslib": "/tslib.js"}}</script>`;
const app = createServer(({ url = '' }, response) => {
  if (url === '/') return response.setHeader('Content-Type', 'text/html').end(HTML);
  const path = url.replace(/^\/auth-js\//, '').replace(/(?<!\.js)$/, '.js');
  if (url !== '/tslib.js' && !url.startsWith('/auth-js/')) return response.writeHead(404).end();
  return response
    .setHeader('Content-Type', 'text/javascript')
    .end(readFileSync(url === '/tslib.js' ? TSLIB : join(CLIENT, path)));
});
app.listen(0, '127.0.0.1');
await once(app, 'listening');
const ORIGIN = `http://localhost:${(app.address() as AddressInfo).port}`;
const browser = await openBrowser();
const stack = await startPasskeys({ env: { SVC_WEBAUTHN_RP_ORIGINS: ORIGIN } });
test.after(async () => {
  await browser?.close();
  await stack.close();
  app.close();
});

/** The app: a page, its modules out of the packages as they are. A page of no server would not be let to one of this machine. */
async function openApp(): Promise<Page> {
  if (browser === null) throw new Error('no Chromium');
  const page = await browser.newPage();
  await page.goto(`${ORIGIN}/`);
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
