// Simulated users that record every acknowledged sign-up, sign-in, refresh, sign-out and mail. compare_with_server.ts
// compares these records with the database and the mail server.
import { setTimeout as sleep } from 'node:timers/promises';
import { bearer, newEmail, parseMail } from '../support/processes/stack.ts';
import type { MailServer } from '../support/providers/mail_server.ts';

export const PASSWORD = 'correct horse battery';

export interface SimulationOptions {
  /** Returns the URLs of the gateways, which users call in rotation. The list may change. */
  urls: () => readonly string[];
  sink: MailServer;
  /** Number of concurrent users. */
  users: number;
  /** Pause in ms between two requests of a user. */
  pause_ms?: number;
  /**
   * True if users also send a wrong password and sign in with the right one in every third round, and get their user in
   * each round.
   */
  passwords?: boolean;
  /** Time in ms after which a client abandons a request, which counts as wrong, and retries. */
  patience_ms?: number;
}

/** One account and its acknowledged state. */
interface SimulatedAccount {
  email: string;
  id: string | null;
  /** Kinds of requests that may have been processed although the client got no response, 503 or 504. */
  unknown_outcomes: Set<string>;
  /** Number of mails whose requests were acknowledged. */
  mails: number;
  refresh_token: string | null;
  access_token: string | null;
  session_id: string | null;
  signed_out: 'no' | 'yes' | 'perhaps';
  /** Number of sign-ins that created a session. The user may have more sessions if a sign-in got no response. */
  sessions: number;
}

export interface UserSimulation {
  accounts: SimulatedAccount[];
  /** Number of results by kind: `signup 200`, `refresh 503`, `refresh gone` (no response) … */
  counts: Map<string, number>;
  /** Responses that no fault explains. */
  wrong: string[];
  /** Longest response time in ms. */
  slowest_ms: number;
  /** Stops the users. Resolves when they have ended. Retries end after 3 s. */
  stop(): Promise<void>;
  /** Resolves after `count` more responses of a kind. */
  more(what: string, count?: number, timeout_ms?: number): Promise<void>;
  count(pattern: RegExp): number;
}

interface SimulationResponse {
  status: number;
  body: Record<string, unknown>;
  text: string;
}

const GONE: SimulationResponse = { status: 0, body: {}, text: 'no answer' };

/**
 * Results that auth-js retries: a broken connection, 503, and 504, which an overloaded gateway returns after the
 * request timeout.
 */
const AGAIN = new Set([0, 503, 504]);

/** Starts the simulated users. */
export function startUserSimulation(o: SimulationOptions): UserSimulation {
  let stopping = false;
  let stopped_at = 0;
  let turn = 0;
  const counts = new Map<string, number>();
  const wrong: string[] = [];
  const accounts: SimulatedAccount[] = [];

  const ask = async (
    what: string,
    method: string,
    path: string,
    body?: unknown,
    token?: string,
  ): Promise<SimulationResponse> => {
    const urls = o.urls();
    turn += 1;
    const started = performance.now();
    let last = GONE;
    try {
      const response = await fetch(`${urls[turn % urls.length]}${path}`, {
        method,
        headers: { 'content-type': 'application/json', ...(token ? bearer(token) : {}) },
        body: body === undefined ? null : JSON.stringify(body),
        redirect: 'manual',
        signal: AbortSignal.timeout(o.patience_ms ?? 15_000),
      });
      const text = await response.text();
      last = { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : {}, text };
    } catch (error) {
      if (!(error instanceof TypeError) && (error as Error).name !== 'TimeoutError') throw error;
      if ((error as Error).name === 'TimeoutError') wrong.push(`${what}: no answer in ${o.patience_ms ?? 15_000} ms`);
    }
    ledger.slowest_ms = Math.max(ledger.slowest_ms, performance.now() - started);
    const key = `${what} ${last.status || 'gone'}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
    return last;
  };

  /** Repeats a request until its status is not in AGAIN. Returns null 3 s after the users are stopped. */
  const insist = async (
    account: SimulatedAccount,
    what: string,
    good: readonly number[],
    excused: readonly number[],
    request: () => [method: string, path: string, body?: unknown, token?: string],
  ): Promise<SimulationResponse | null> => {
    for (let attempt = 0; ; attempt += 1) {
      const response = await ask(what, ...request());
      if (good.includes(response.status)) return response;
      if (!AGAIN.has(response.status)) {
        const outcome = `${response.status} ${String(response.body.error_code ?? response.text.slice(0, 100))}`;
        // An earlier attempt without a response may have succeeded, so an error is possible now.
        if (!(account.unknown_outcomes.has(what) && excused.includes(response.status)))
          wrong.push(`${what}: ${outcome}`);
        return response;
      }
      account.unknown_outcomes.add(what);
      if (stopping && performance.now() - stopped_at > 3_000) return null;
      await sleep(Math.min(1_000, 50 * 2 ** attempt) * (0.5 + Math.random()));
    }
  };

  const pause = (): Promise<void> => sleep((o.pause_ms ?? 30) * (0.5 + Math.random()));

  const keep = (account: SimulatedAccount, response: SimulationResponse | null): boolean => {
    if (response?.status !== 200) return false;
    account.refresh_token = String(response.body.refresh_token);
    account.access_token = String(response.body.access_token);
    account.session_id = readSessionId(account.access_token);
    return true;
  };

  const signIn = async (account: SimulatedAccount): Promise<boolean> => {
    const { email } = account;
    const body = { email, password: PASSWORD };
    account.sessions += 1;
    account.signed_out = 'no';
    return keep(
      account,
      await insist(account, 'password', [200], [], () => ['POST', '/token?grant_type=password', body]),
    );
  };

  const life = async (): Promise<void> => {
    const email = newEmail();
    const account: SimulatedAccount = {
      email,
      id: null,
      unknown_outcomes: new Set<string>(),
      mails: 0,
      sessions: 0,
      refresh_token: null,
      access_token: null,
      session_id: null,
      signed_out: 'no' as const,
    };
    accounts.push(account);
    const signup = await insist(account, 'signup', [200], [429], () => [
      'POST',
      '/signup',
      { email, password: PASSWORD },
    ]);
    if (signup === null) return;
    if (signup.status === 200) account.id = String(signup.body.id);
    if (signup.status === 200 || signup.status === 429) account.mails += 1;
    let code = '';
    while (code === '') {
      const mail = o.sink.mails.findLast(({ to }) => to.includes(email));
      if (mail) code = parseMail(mail).code;
      else if (stopping) return;
      else await sleep(20);
    }
    account.sessions += 1;
    const proof = { type: 'email', email, token: code };
    const verified = await insist(account, 'verify', [200], [403], () => ['POST', '/verify', proof]);
    if (verified === null) return;
    if (!keep(account, verified) && !(await signIn(account))) return;
    for (let round = 0; !stopping && round < 12; round += 1) {
      await pause();
      const { refresh_token, access_token } = account;
      // No error of a refresh is permitted, because a client would drop its session.
      const refreshed = await insist(account, 'refresh', [200], [], () => [
        'POST',
        '/token?grant_type=refresh_token',
        { refresh_token },
      ]);
      if (refreshed === null || !keep(account, refreshed)) return;
      if (o.passwords && round % 3 === 1) {
        const wrong_body = { email, password: 'not the right one' };
        await insist(account, 'wrong password', [400], [], () => ['POST', '/token?grant_type=password', wrong_body]);
        if (!(await signIn(account))) return;
      }
      if (round % 3 === 0 || o.passwords)
        await insist(account, 'user', [200], [], () => ['GET', '/user', undefined, access_token ?? '']);
    }
    if (stopping) return;
    if (accounts.length % 2 === 0) {
      const asked = await insist(account, 'recover', [200], [429], () => ['POST', '/recover', { email }]);
      if (asked?.status === 200 || asked?.status === 429) account.mails += 1;
    }
    const { access_token } = account;
    account.signed_out = 'perhaps';
    const out = await insist(account, 'logout', [204], [403], () => ['POST', '/logout', undefined, access_token ?? '']);
    if (out?.status === 204) account.signed_out = 'yes';
  };

  const users = Array.from({ length: o.users }, async () => {
    while (!stopping) await life();
  });
  const count = (pattern: RegExp): number => {
    let sum = 0;
    for (const [key, number] of counts) if (pattern.test(key)) sum += number;
    return sum;
  };
  const ledger: UserSimulation = {
    accounts,
    counts,
    wrong,
    slowest_ms: 0,
    async stop() {
      stopping = true;
      stopped_at = performance.now();
      await Promise.all(users);
    },
    async more(what, number = 1, timeout_ms = 60_000) {
      const enough = (counts.get(what) ?? 0) + number;
      const deadline = Date.now() + timeout_ms;
      while ((counts.get(what) ?? 0) < enough) {
        if (Date.now() > deadline)
          throw new Error(`no ${number} times "${what}" in ${timeout_ms} ms: ${formatCounts(ledger)}`);
        await sleep(5);
      }
    },
    count,
  };
  return ledger;
}

/** Formats all counts in one line. */
export function formatCounts({ counts, slowest_ms, accounts }: UserSimulation): string {
  const words = [...counts].sort().map(([key, number]) => `${key} ×${number}`);
  return `${accounts.length} users, slowest ${Math.round(slowest_ms)} ms; ${words.join(', ')}`;
}

function readSessionId(access_token: string): string | null {
  const claims = JSON.parse(Buffer.from(access_token.split('.')[1] ?? '', 'base64url').toString()) as object;
  return 'session_id' in claims ? String(claims.session_id) : null;
}
