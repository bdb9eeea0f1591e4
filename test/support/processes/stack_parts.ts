// Shared by all kinds of stacks: settings, requests, and reading of mails.
import type { Sources } from '../../../core/settings/reading.ts';
import type { Settings } from '../../../core/settings/table.ts';
import type { StartedTelemetry } from '../../../optional/telemetry/main.ts';
import { assertDescribed } from '../../house/openapi/answers.ts';
import { send } from '../clients/send.ts';
import type { TestDatabase } from '../database/db.ts';
import type { ReceivedMail, Sink } from '../providers/sink.ts';
import { JWT_SECRET, PEPPER } from './keys.ts';
import { keepSecret, keepSecretsOf, keepSecretsOfUrl } from './told.ts';

export { JWT_SECRET, PEPPER };

/** Base URL of links in mails; the gateway itself listens on a free port. */
export const EXTERNAL_URL = 'http://localhost:9999';
export const SITE_URL = 'http://localhost:3000';
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** Parsed body; {} if there is none. */
  body: Record<string, unknown>;
}

export interface Node {
  url: string;
  settings: Settings;
  sources: Sources;
  /** Set if a test enables it; absent for a stack in a separate process. */
  telemetry?: StartedTelemetry | undefined;
  /** Returns its log lines. */
  log(): string;
  request(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  /** Shuts down as after SIGTERM: it is not ready at once, and stops after a delay. */
  stop(): Promise<void>;
  close(): Promise<void>;
}

export interface Stack extends Node {
  db: TestDatabase;
  sink: Sink;
  /**
   * Waits for `count` mails to an address and returns the newest. Wait for each mail before the next is queued: a mail
   * whose link is replaced before it leaves is not sent.
   */
  mail(to: string, count?: number): Promise<SentMail>;
  /** Starts another gateway on the same database. */
  another(env?: Record<string, string>): Promise<Node>;
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
  /** For many concurrent requests that must all be processed: none times out because this machine is slow. */
  patient?: boolean;
}

/** Returns the settings of a stack, except those of its database. */
export function environment(smtp_port: number): Record<string, string> {
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

/** Returns the functions with which tests send requests to a gateway. The OpenAPI document omits the path prefix. */
export function requests(url: string, prefix = '/auth/v1'): Pick<Node, 'request' | 'post' | 'get'> {
  const request: Node['request'] = async (method, path, body, headers = {}) => {
    const sent = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
    const response = await send(url + path, { method, headers, body: sent });
    const { text } = response;
    keepSecretsOf(sent);
    keepSecretsOf(text);
    keepSecretsOfUrl(path);
    keepSecretsOfUrl(response.headers.get('location') ?? '');
    // Uses the path as sent: the client resolves dots in it.
    const { pathname, search } = new URL(url + path);
    const described = prefix !== '' && pathname.startsWith(`${prefix}/`) ? pathname.slice(prefix.length) : pathname;
    assertDescribed(method, described + search, { status: response.status, headers: response.headers, text, sent });
    const json = response.headers.get('content-type')?.startsWith('application/json') && text !== '';
    return { status: response.status, headers: response.headers, text, body: json ? JSON.parse(text) : {} };
  };
  return {
    request,
    post: (path, body, headers) => request('POST', path, body, headers),
    get: (path, headers) => request('GET', path, undefined, headers),
  };
}

/** Extracts from a mail the parts that tests use. */
export function readMail(mail: ReceivedMail): SentMail {
  const html = String(mail.parsed.html);
  const href = /href="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const path = href.startsWith(EXTERNAL_URL) ? href.slice(EXTERNAL_URL.length) : href;
  const code = /(?<![\w#&])(\d{6,10})(?!\w)/.exec(html.replace(/href="[^"]*"/g, ''))?.[1] ?? '';
  const token = new URLSearchParams(path.split('?')[1] ?? '').get('token') ?? '';
  for (const secret of [code, token]) keepSecret(secret);
  return { ...mail, path, token, code };
}

/** Throws if a test waits for a mail before it has read the previous one. */
export function inOrder(read: (to: string, count: number) => Promise<SentMail>): Stack['mail'] {
  const waited = new Map<string, number>();
  return async (to, count = 1) => {
    const before = waited.get(to) ?? 0;
    if (count > before + 1) throw new Error(`wait for mail ${before + 1} to ${to} before the next is asked for`);
    const mail = await read(to, count);
    waited.set(to, Math.max(before, count));
    return mail;
  };
}
