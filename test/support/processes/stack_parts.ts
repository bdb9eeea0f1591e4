// Settings, requests and mail parsing that all kinds of test stacks share.
import type { SettingSources } from '../../../core/settings/reading.ts';
import type { Settings } from '../../../core/settings/table.ts';
import type { StartedTelemetry } from '../../../optional/telemetry/main.ts';
import { assertDescribed } from '../../house/openapi/responses.ts';
import { send } from '../clients/send.ts';
import type { TestDatabase } from '../database/db.ts';
import type { MailServer, ReceivedMail } from '../providers/mail_server.ts';
import { JWT_SECRET, PEPPER } from './keys.ts';
import { recordSecret, recordSecretsOfBody, recordSecretsOfUrl } from './sent_secrets.ts';

export { JWT_SECRET, PEPPER };

/** Base URL of links in mails. The gateway itself listens on a free port. */
export const EXTERNAL_URL = 'http://localhost:9999';
export const SITE_URL = 'http://localhost:3000';
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** Parsed JSON body; {} if the response has none. */
  body: Record<string, unknown>;
}

export interface TestGateway {
  url: string;
  settings: Settings;
  sources: SettingSources;
  /** Telemetry, if the settings enable it. Absent for a stack in a separate process. */
  telemetry?: StartedTelemetry | undefined;
  /** Returns the log lines of the gateway; for a Stack, also those of the worker. */
  log(): string;
  request(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  /** Shuts the gateway down as SIGTERM does: readiness ends at once, the server stops after a delay. */
  stop(): Promise<void>;
  close(): Promise<void>;
}

export interface Stack extends TestGateway {
  db: TestDatabase;
  sink: MailServer;
  /**
   * Waits for `count` mails to an address and returns the newest. A test must wait for each mail before it requests the
   * next, because the worker does not send a mail whose link has been replaced.
   */
  mail(to: string, count?: number): Promise<SentMail>;
  another(env?: Record<string, string>): Promise<TestGateway>;
}

export interface SentMail extends ReceivedMail {
  /** Path and query of the link, for a request to the gateway under test. */
  path: string;
  token: string;
  code: string;
}

export interface StackOptions {
  env?: Record<string, string>;
  db?: TestDatabase;
  worker?: boolean;
  /**
   * Keeps the product's time limits of requests and statements, for tests of these limits. Without this option the
   * limits are minutes, so that a slow machine does not answer 503.
   */
  keeps_time_limits?: boolean;
}

/** Returns the settings of a stack, except the database URLs. */
export function stackSettings(smtp_port: number): Record<string, string> {
  return {
    SVC_SITE_URL: SITE_URL,
    SVC_API_EXTERNAL_URL: EXTERNAL_URL,
    SVC_API_HOST: '127.0.0.1',
    SVC_HTTP_ENGINE: process.env.POSTERN_TEST_ENGINE ?? 'auto',
    PORT: '0',
    SVC_JWT_SECRET: JWT_SECRET,
    SVC_SECURITY_PEPPER: PEPPER,
    SVC_SECURITY_BCRYPT_COST: '4',
    SVC_SECURITY_EVEN_ANSWERS: '0',
    SVC_SECURITY_REFRESH_TOKEN_ROTATION_ENABLED: 'true',
    SVC_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL: '10',
    SVC_RATE_LIMIT_EMAIL_SENT: '1000000',
    SVC_SMTP_HOST: '127.0.0.1',
    SVC_SMTP_PORT: String(smtp_port),
    SVC_SMTP_ADMIN_EMAIL: 'no-reply@example.com',
  };
}

/** Returns functions that send requests to a gateway. `prefix` is the path prefix, which the OpenAPI document omits. */
export function createRequests(url: string, prefix = '/auth/v1'): Pick<TestGateway, 'request' | 'post' | 'get'> {
  const request: TestGateway['request'] = async (method, path, body, headers = {}) => {
    const sent = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
    const response = await send(url + path, { method, headers, body: sent });
    const { text } = response;
    recordSecretsOfBody(sent);
    recordSecretsOfBody(text);
    recordSecretsOfUrl(path);
    recordSecretsOfUrl(response.headers.get('location') ?? '');
    // send() resolves dot segments in the path. new URL() does the same, so this is the path that was sent.
    const { pathname, search } = new URL(url + path);
    const described = prefix !== '' && pathname.startsWith(`${prefix}/`) ? pathname.slice(prefix.length) : pathname;
    assertDescribed(method, described + search, { status: response.status, headers: response.headers, text, sent });
    const json = /^application\/(scim\+)?json/.test(response.headers.get('content-type') ?? '') && text !== '';
    return { status: response.status, headers: response.headers, text, body: json ? JSON.parse(text) : {} };
  };
  return {
    request,
    post: (path, body, headers) => request('POST', path, body, headers),
    get: (path, headers) => request('GET', path, undefined, headers),
  };
}

/** Parses the link, token and code in a mail. */
export function parseMail(mail: ReceivedMail): SentMail {
  const html = String(mail.parsed.html);
  const href = /href="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const path = href.startsWith(EXTERNAL_URL) ? href.slice(EXTERNAL_URL.length) : href;
  const code = /(?<![\w#&])(\d{6,10})(?!\w)/.exec(html.replace(/href="[^"]*"/g, ''))?.[1] ?? '';
  const token = new URLSearchParams(path.split('?')[1] ?? '').get('token') ?? '';
  for (const secret of [code, token]) recordSecret(secret);
  return { ...mail, path, token, code };
}

/** Throws if a test waits for a mail before it has read the previous one. */
export function requireMailOrder(read: (to: string, count: number) => Promise<SentMail>): Stack['mail'] {
  const waited = new Map<string, number>();
  return async (to, count = 1) => {
    const before = waited.get(to) ?? 0;
    if (count > before + 1) throw new Error(`wait for mail ${before + 1} to ${to} before the next is asked for`);
    const mail = await read(to, count);
    waited.set(to, Math.max(before, count));
    return mail;
  };
}
