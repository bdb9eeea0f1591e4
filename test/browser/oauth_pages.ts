// Helpers for browser tests of the OAuth server's pages: a stack under its own URL, an app that receives responses,
// clients, authorization requests, and user actions on the page.
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import { findFreePort } from '../../gateway/server/ports.ts';
import { createAdmin, SERVICE } from '../support/clients/admin.ts';
import { collectPageFaults } from '../support/clients/browser.ts';
import { recordSecret } from '../support/processes/sent_secrets.ts';
import { newEmail, type Stack, startStack } from '../support/processes/stack.ts';

export const PASSWORD = 'correct horse battery';

/** An OAuth client with the redirect URI of its app. */
export interface ClientWithApp {
  client_id: string;
  client_secret?: string;
  redirect_uri: string;
}

/** An authorization request, and the values that the client stores until the response. */
export interface AuthorizationRequest {
  client: ClientWithApp;
  /** Authorization URL to which the app sends the browser. */
  url: string;
  state: string;
  verifier: string;
}

export interface OauthPagesTest {
  stack: Stack;
  /** URL of the API. */
  url: string;
  /** Queries of the responses that the app has received, oldest first. */
  answers: URLSearchParams[];
  app_url: string;
  user(): Promise<{ email: string; password: string; id: string }>;
  /** Creates a client through the admin API. */
  client(metadata?: Record<string, unknown>): Promise<ClientWithApp>;
  request(client: ClientWithApp, more?: Record<string, string>): AuthorizationRequest;
  /** Exchanges the code of a response. */
  exchange(
    request: AuthorizationRequest,
    code: string | null,
  ): Promise<{ status: number; body: Record<string, unknown> }>;
  /**
   * Opens a request in a new browser context. Asserts that the pages caused no script error, no policy violation, and
   * no request to an origin other than the API's, the app's and `others`.
   */
  visit(browser: Browser, url: string, play: (page: Page, context: BrowserContext) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

interface OauthPagesOptions {
  /** Returns additional settings. `url` is the URL of the API. */
  env?: (url: string) => Record<string, string>;
  /** Origins, besides the API's and the app's, from which pages may load. */
  others?: readonly string[];
  /** True if the browser accepts certificates of unknown authorities. */
  anyCertificate?: boolean;
}

export async function startOauthPages(o: OauthPagesOptions = {}): Promise<OauthPagesTest> {
  const answers: URLSearchParams[] = [];
  const app = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://app');
    if (pathname === '/callback') answers.push(searchParams);
    response
      .setHeader('Content-Type', 'text/html')
      .end('<!doctype html><html lang="en"><title>App</title><h1>App</h1>');
  }).listen(0, '127.0.0.1');
  await once(app, 'listening');
  const app_url = `http://localhost:${(app.address() as AddressInfo).port}`;
  const port = await findFreePort();
  const url = `http://localhost:${port}`;
  const stack = await startStack({
    env: {
      PORT: String(port),
      SVC_API_EXTERNAL_URL: url,
      SVC_OAUTH_SERVER_ENABLED: 'true',
      SVC_OAUTH_SERVER_DEVICE_ENABLED: 'true',
      SVC_SMTP_MAX_FREQUENCY: '1ms',
      SVC_EXTERNAL_PHONE_ENABLED: 'true',
      SVC_SMS_TEST_OTP: '4915200000001:424242',
      SVC_PASSKEY_ENABLED: 'true',
      SVC_MFA_WEB_AUTHN_ENROLL_ENABLED: 'true',
      SVC_MFA_WEB_AUTHN_VERIFY_ENABLED: 'true',
      SVC_WEBAUTHN_RP_ID: 'localhost',
      SVC_WEBAUTHN_RP_DISPLAY_NAME: 'Postern',
      SVC_WEBAUTHN_RP_ORIGINS: url,
      SVC_EXTERNAL_WEB3_ETHEREUM_ENABLED: 'true',
      SVC_EXTERNAL_WEB3_SOLANA_ENABLED: 'true',
      ...o.env?.(url),
    },
  });
  const admin = createAdmin(stack.url);
  return {
    stack,
    url,
    answers,
    app_url,
    async user() {
      const email = newEmail();
      const { data, error } = await admin.createUser({ email, password: PASSWORD, email_confirm: true });
      if (error) throw error;
      return { email, password: PASSWORD, id: data.user.id };
    },
    async client(metadata = {}) {
      const redirect_uri = `${app_url}/callback`;
      const body = { client_name: 'Field Notes', redirect_uris: [redirect_uri], ...metadata };
      const created = await stack.post('/admin/oauth/clients', body, SERVICE);
      assert.is(created.status, 201, created.text);
      const { client_id, client_secret, redirect_uris } = created.body;
      if (typeof client_secret === 'string') recordSecret(client_secret);
      return {
        client_id: String(client_id),
        redirect_uri: String((redirect_uris as string[])[0]),
        ...(typeof client_secret === 'string' ? { client_secret } : {}),
      };
    },
    request(client, more = {}) {
      const [state, verifier] = [randomBytes(9).toString('base64url'), randomBytes(32).toString('base64url')];
      const query = new URLSearchParams({
        client_id: client.client_id,
        redirect_uri: client.redirect_uri,
        response_type: 'code',
        scope: 'email profile',
        state,
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
        ...more,
      });
      return { client, url: `${url}/oauth/authorize?${query}`, state, verifier };
    },
    async exchange({ client: { client_id, client_secret, redirect_uri }, verifier }, code) {
      const form = new URLSearchParams({
        grant_type: 'authorization_code',
        code: code ?? '',
        redirect_uri,
        code_verifier: verifier,
        ...(client_secret === undefined ? { client_id } : {}),
      });
      const login = Buffer.from(`${client_id}:${client_secret}`).toString('base64');
      const headers = {
        'Content-Type': 'application/x-www-form-urlencoded',
        ...(client_secret === undefined ? {} : { Authorization: `Basic ${login}` }),
      };
      return stack.request('POST', '/oauth/token', form.toString(), headers);
    },
    async visit(browser, address, play) {
      const context = await browser.newContext({ locale: 'en-US', ignoreHTTPSErrors: o.anyCertificate === true });
      const faults = collectPageFaults(context, [url, app_url, ...(o.others ?? [])]);
      try {
        const page = await context.newPage();
        await page.goto(address);
        await play(page, context);
        assert.equal(faults, []);
      } finally {
        await context.close();
      }
    },
    async close() {
      app.close();
      await stack.close();
    },
  };
}

/** Signs in with a password on the page. */
export async function signIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByLabel(/E-mail/).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Time in ms, with a margin, for which the buttons ignore clicks after a request has appeared. */
export const SETTLED_MS = 800;

export const waitForConsentPage = (page: Page) => page.getByRole('button', { name: 'Approve' }).waitFor();

/** Clicks Approve or Decline, and waits for the app's page. */
export async function clickDecision(page: Page, name: 'Approve' | 'Decline', app_url: string): Promise<void> {
  await waitForConsentPage(page);
  await page.waitForTimeout(SETTLED_MS);
  await page.getByRole('button', { name }).click();
  await page.waitForURL(`${app_url}/**`);
}

export const headingText = async (page: Page): Promise<string> => (await page.locator('h1').textContent()) ?? '';

/** Waits for a view by its heading. */
export const waitForHeading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name }).waitFor();
