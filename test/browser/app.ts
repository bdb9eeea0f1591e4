// A page on localhost for browser tests of passkeys. The page loads the unmodified auth-js from the installed packages.
// Chromium's virtual authenticator stands in for a device.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import type { TestGateway } from '../support/processes/stack.ts';

const { resolve } = createRequire(import.meta.url);
const CLIENT = join(dirname(resolve('@supabase/auth-js/package.json')), 'dist', 'module');
const TSLIB = join(dirname(resolve('tslib/package.json')), 'tslib.es6.mjs');
const HTML = `<!doctype html><title>The app</title><script type="importmap">
  {"imports": {"@supabase/auth-js": "/auth-js/index.js", "tslib": "/tslib.js"}}</script>`;
export interface PasskeyApp {
  /** Origin of the page, for SVC_WEBAUTHN_RP_ORIGINS. */
  origin: string;
  /** Opens the page with an auth-js client for this server URL. */
  open(browser: Browser, url: string): Promise<Page>;
  close(): void;
}

export async function startPasskeyApp(): Promise<PasskeyApp> {
  const server = createServer(({ url = '' }, response) => {
    if (url === '/') return response.setHeader('Content-Type', 'text/html').end(HTML);
    const path = url.replace(/^\/auth-js\//, '').replace(/(?<!\.js)$/, '.js');
    if (url !== '/tslib.js' && !url.startsWith('/auth-js/')) return response.writeHead(404).end();
    return response
      .setHeader('Content-Type', 'text/javascript')
      .end(readFileSync(url === '/tslib.js' ? TSLIB : join(CLIENT, path)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    async open(browser, url) {
      const page = await browser.newPage();
      await page.goto(`${origin}/`);
      const options = { url, autoRefreshToken: false, experimental: { passkey: true } };
      await page.evaluate(`import('@supabase/auth-js').then(({ AuthClient }) => {
        globalThis.auth = new AuthClient(${JSON.stringify(options)});
      })`);
      return page;
    },
    close: () => void server.close(),
  };
}

/**
 * Adds a virtual authenticator with user verification: a platform authenticator or a USB key. Returns a function that
 * removes it.
 */
export async function attachAuthenticator(page: Page, transport: 'internal' | 'usb'): Promise<() => Promise<unknown>> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return () => devtools.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
}

/** Registers a passkey of the page's virtual authenticator for the user of a token. */
export async function registerPasskey(page: Page, stack: TestGateway, token: Record<string, string>): Promise<void> {
  const { body } = await stack.post('/passkeys/registration/options', {}, token);
  const credential = await page.evaluate(
    `navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(${JSON.stringify(body.options)}) }).then((made) => made.toJSON())`,
  );
  const answer = await stack.post(
    '/passkeys/registration/verify',
    { challenge_id: body.challenge_id, credential },
    token,
  );
  assert.is(answer.status, 200, answer.text);
}

/** Calls auth-js in the page. Asserts that the call has no error, and returns its data. */
export async function callClient<T>(page: Page, call: string): Promise<T> {
  const text = `auth.${call}.then(({ data, error }) => JSON.stringify({ data, error: error?.message ?? null }))`;
  const { data, error } = JSON.parse(await page.evaluate<string>(text)) as { data: T; error: string | null };
  assert.is(error, null, call);
  return data;
}
