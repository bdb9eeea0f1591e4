// A whole Postern for a test file: database, gateway on a free port, worker, and a mail server that keeps what it gets.
import { randomBytes } from 'node:crypto';
import { readEnvironment, readSettings } from '../gateway/config.ts';
import { createLog, type Logger } from '../gateway/log.ts';
import { type RunningGateway, startGateway } from '../gateway/main.ts';
import type { Settings } from '../gateway/settings/table.ts';
import { startWorker } from '../worker/main.ts';
import { createDatabase, type TestDatabase } from './db.ts';
import { LAYOUT } from './layout.ts';
import { assertDescribed } from './openapi/answers.ts';
import { createSink, type ReceivedMail, type Sink } from './worker/sink.ts';

export const JWT_SECRET = 'test-secret-of-32-characters-or-more-0123456789';
export const PEPPER = `7:${Buffer.alloc(32, 5).toString('base64')}`;
/** Where links in mails start; the gateway itself listens on a free port. */
export const EXTERNAL_URL = 'http://localhost:9999';
export const SITE_URL = 'http://localhost:3000';
/** A machine that runs several files at once may take its time; a mail that never comes is still told. */
const MAIL_PATIENCE_MS = 30_000;

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

export type StackOptions = { env?: Record<string, string>; db?: TestDatabase; worker?: boolean };

/** Starts a stack; call close() in test.after. Limits on mails are off unless a test sets them. */
export async function startStack(o: StackOptions = {}): Promise<Stack> {
  if (LAYOUT.embedded) {
    const { startProgram } = await import('./program_stack.ts');
    return startProgram(o);
  }
  const db = o.db ?? (await createDatabase());
  const sink = await createSink();
  const env = { ...db.environment(), ...environment(sink.port), ...o.env };
  const first = await startNode(env);
  const lines = keptLog();
  const worker = o.worker === false ? undefined : await startWorker({ settings: first.settings, log: lines.log });
  const others: Node[] = [];
  return {
    ...first,
    db,
    sink,
    log: () => first.log() + lines.text(),
    mail: inOrder(async (to, count) => {
      const mails = await sink.waitFor(to, count, MAIL_PATIENCE_MS);
      return readMail(mails[mails.length - 1] as ReceivedMail);
    }),
    async another(more = {}) {
      const node = await startNode({ ...env, ...more });
      others.push(node);
      return node;
    },
    async close() {
      await Promise.all([first, ...others].map((node) => node.close()));
      await worker?.close();
      await sink.close();
      await db.drop();
    },
  };
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
    SVC_SECURITY_REFRESH_TOKEN_ROTATION_ENABLED: 'true',
    SVC_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL: '10',
    SVC_RATE_LIMIT_EMAIL_SENT: '1000000',
    SVC_SMTP_HOST: '127.0.0.1',
    SVC_SMTP_PORT: String(smtp_port),
    SVC_SMTP_ADMIN_EMAIL: 'no-reply@example.com',
  };
}

async function startNode(env: Record<string, string>): Promise<Node> {
  const { settings } = readSettings(readEnvironment({ env, file: null }));
  const lines = keptLog();
  const gateway: RunningGateway = await startGateway({ settings, log: lines.log });
  const url = `http://127.0.0.1:${gateway.port}`;
  const stop = () => gateway.close();
  return { url, settings, log: lines.text, ...requests(url), stop, close: () => gateway.close({ at_once: true }) };
}

/** How a test asks a gateway. */
export function requests(url: string): Pick<Node, 'request' | 'post' | 'get'> {
  const request: Node['request'] = async (method, path, body, headers = {}) => {
    const sent = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
    const response = await fetch(url + path, { method, headers, redirect: 'manual', body: sent });
    const text = await response.text();
    // As it was sent: dots in a path are resolved by the client.
    const { pathname, search } = new URL(url + path);
    assertDescribed(method, pathname + search, { status: response.status, headers: response.headers, text, sent });
    const json = response.headers.get('content-type')?.startsWith('application/json') && text !== '';
    return { status: response.status, headers: response.headers, text, body: json ? JSON.parse(text) : {} };
  };
  return {
    request,
    post: (path, body, headers) => request('POST', path, body, headers),
    get: (path, headers) => request('GET', path, undefined, headers),
  };
}

function keptLog(): { log: Logger; text: () => string } {
  const lines: string[] = [];
  const log = createLog({ level: 'trace', stream: { write: (line: string) => void lines.push(line) } });
  return { log, text: () => lines.join('') };
}

/** What a test wants of a mail. */
export function readMail(mail: ReceivedMail): SentMail {
  const html = String(mail.parsed.html);
  const href = /href="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const path = href.startsWith(EXTERNAL_URL) ? href.slice(EXTERNAL_URL.length) : href;
  const code = /(?<![\w#&])(\d{6,10})(?!\w)/.exec(html.replace(/href="[^"]*"/g, ''))?.[1] ?? '';
  return { ...mail, path, token: new URLSearchParams(path.split('?')[1] ?? '').get('token') ?? '', code };
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

/** An address nobody else uses. */
export function newEmail(): string {
  return `u${randomBytes(6).toString('hex')}@example.com`;
}

/** The values in the fragment of a redirect. */
export function fragment(answer: Answer): URLSearchParams {
  return new URLSearchParams(answer.headers.get('location')?.split('#')[1] ?? '');
}

export const bearer = (token: unknown): Record<string, string> => ({ Authorization: `Bearer ${String(token)}` });

/** A confirmed user, by sign-up and link. */
export async function confirmedUser(
  stack: Stack,
  o: { email?: string; password?: string } = {},
): Promise<{ email: string; password: string; id: string; access_token: string; refresh_token: string }> {
  const email = o.email ?? newEmail();
  const password = o.password ?? 'correct horse battery';
  const signedUp = await stack.post('/signup', { email, password });
  if (signedUp.status !== 200) throw new Error(`sign-up answered ${signedUp.status} ${signedUp.text}`);
  const { path } = await stack.mail(email);
  const values = fragment(await stack.get(path));
  return {
    email,
    password,
    id: String(signedUp.body.id),
    access_token: values.get('access_token') ?? '',
    refresh_token: values.get('refresh_token') ?? '',
  };
}
