// What every form of a stack shares: its settings, how it is asked, and how its mails are read.
import type { Settings } from '../../core/settings/table.ts';
import type { StartedTelemetry } from '../../optional/telemetry/main.ts';
import { assertDescribed } from '../house/openapi/answers.ts';
import type { TestDatabase } from './db.ts';
import { JWT_SECRET, PEPPER } from './keys.ts';
import { send } from './send.ts';
import type { ReceivedMail, Sink } from './sink.ts';
import { keepSecret, keepSecretsOf, keepSecretsOfUrl } from './told.ts';

export { JWT_SECRET, PEPPER };

/** Where links in mails start; the gateway itself listens on a free port. */
export const EXTERNAL_URL = 'http://localhost:9999';
export const SITE_URL = 'http://localhost:3000';
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** The parsed body; {} where there is none. */
  body: Record<string, unknown>;
}

export interface Node {
  url: string;
  settings: Settings;
  /** Where a test switches it on; a stack in a process of its own has none. */
  telemetry?: StartedTelemetry | undefined;
  /** Lines of its log. */
  log(): string;
  request(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  /** Ends it as SIGTERM does: not ready at once, the rest after a while. */
  stop(): Promise<void>;
  close(): Promise<void>;
}

export interface Stack extends Node {
  db: TestDatabase;
  sink: Sink;
  /**
   * The newest mail to an address, once there are so many. Each is waited for before the next: one whose link was
   * replaced before it left is not sent.
   */
  mail(to: string, count?: number): Promise<SentMail>;
  /** One more gateway on the same database. */
  another(env?: Record<string, string>): Promise<Node>;
}

export interface SentMail extends ReceivedMail {
  /** The link's path and query, for a request to the gateway under test. */
  path: string;
  token: string;
  code: string;
}

export interface StackOptions {
  env?: Record<string, string>;
  db?: TestDatabase;
  worker?: boolean;
  /** For a crowd of requests that are all to be decided: none is turned away because this machine is slow. */
  patient?: boolean;
}

/** The settings of a stack, but for its database. */
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

/** How a test asks a gateway, whose document leaves the prefix of paths out. */
export function requests(url: string, prefix = '/auth/v1'): Pick<Node, 'request' | 'post' | 'get'> {
  const request: Node['request'] = async (method, path, body, headers = {}) => {
    const sent = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
    const response = await send(url + path, { method, headers, body: sent });
    const { text } = response;
    keepSecretsOf(sent);
    keepSecretsOf(text);
    keepSecretsOfUrl(path);
    keepSecretsOfUrl(response.headers.get('location') ?? '');
    // As it was sent: dots in a path are resolved by the client.
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

/** What a test wants of a mail. */
export function readMail(mail: ReceivedMail): SentMail {
  const html = String(mail.parsed.html);
  const href = /href="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const path = href.startsWith(EXTERNAL_URL) ? href.slice(EXTERNAL_URL.length) : href;
  const code = /(?<![\w#&])(\d{6,10})(?!\w)/.exec(html.replace(/href="[^"]*"/g, ''))?.[1] ?? '';
  const token = new URLSearchParams(path.split('?')[1] ?? '').get('token') ?? '';
  for (const secret of [code, token]) keepSecret(secret);
  return { ...mail, path, token, code };
}

/** Refuses to wait for a mail while the one before has not been waited for. */
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
