// Calls the admin API. If the session has ended, opens the sign-in dialog and continues the call after the sign-in.
import { signal, useEffect, useState } from './view.ts';

/** Thrown for an error response, with the server's message. The status is 0 if no response was received. */
export class CallError extends Error {
  readonly status: number;
  readonly code: string;
  readonly request_id: string;
  constructor(status: number, code: string, message: string, request_id: string) {
    super(message);
    this.name = 'CallError';
    this.status = status;
    this.code = code;
    this.request_id = request_id;
  }
}

export interface SignedInUser {
  user_id: string | null;
  email: string | null;
  role: string;
  rights: readonly string[];
  /** Number of actions that the support role has left within this hour. */
  support_actions_left?: number;
}

export interface Session {
  signed_in: boolean;
  by: 'link' | 'account';
  /** This member and those below are absent if nobody is signed in. */
  version?: string;
  database?: string;
  /** True if this console can run `postern doctor` as the role that migrates. */
  doctor?: boolean;
}

/** The session; null before the first response. */
export const session = signal<Session | null>(null);
/** The signed-in user; null before the first response. */
export const signed_in_user = signal<SignedInUser | null>(null);
/** Calls that wait for a sign-in. loadSession() resumes them after the sign-in. */
const waiting: (() => void)[] = [];

/** Returns true if the signed-in user has the right. */
export const can = (right: 'read' | 'list' | 'support' | 'administer'): boolean =>
  signed_in_user.value?.rights.includes(right) ?? false;

export interface ApiRequest {
  method?: string;
  body?: unknown;
  etag?: string;
  /** True if the page repeats the request by itself. The server does not count it as use of the session. */
  poll?: boolean;
  /** True for a call of the sign-in. If there is no session, the call fails and does not wait. */
  signing_in?: boolean;
}

export interface ApiResponse<T> {
  body: T;
  etag: string;
  total: number | null;
  /** True if the data has not changed since the etag. The body is then empty. */
  unchanged: boolean;
}

export async function request<T>(
  path: string,
  { method = 'GET', body, etag, poll, signing_in }: ApiRequest = {},
): Promise<ApiResponse<T>> {
  const response = await fetch(path, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(etag ? { 'If-None-Match': etag } : {}),
      ...(poll ? { 'X-Poll': '1' } : {}),
      // Another tab may sign in as another account.
      ...(signed_in_user.value?.user_id ? { 'X-Account': signed_in_user.value.user_id } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch(() => {
    throw new CallError(0, '', 'The server cannot be reached.', '');
  });
  // A proxy may answer in another format.
  const content = await response.json().catch(() => {
    if (response.ok && response.status !== 204) throw new CallError(response.status, '', 'The answer is not JSON.', '');
    return {};
  });
  if (content.error_code === 'console_account_changed') {
    location.reload();
    return new Promise(() => undefined);
  }
  // Calls of the sign-in itself do not wait for a sign-in.
  if (response.status === 401 && content.error_code === 'console_session_expired' && !signing_in && session.value) {
    await waitForSignIn();
    return request(path, { method, body, etag });
  }
  // The role of the account may have changed.
  if (content.error_code === 'insufficient_right') reloadUser();
  if (!response.ok && response.status !== 304)
    throw new CallError(
      response.status,
      content.error_code ?? '',
      content.msg ?? `The server answered ${response.status}.`,
      response.headers.get('x-request-id') ?? '',
    );
  const total = response.headers.get('x-total-count');
  return {
    body: content as T,
    etag: response.headers.get('etag') ?? '',
    total: total === null ? null : Number(total),
    unchanged: response.status === 304,
  };
}

export const call = async <T>(path: string, o: ApiRequest = {}): Promise<T> => (await request<T>(path, o)).body;

function waitForSignIn(): Promise<void> {
  if (session.value) session.value = { ...session.value, signed_in: false };
  return new Promise((resolve) => waiting.push(resolve));
}

/**
 * Loads the signed-in user and resumes the calls that wait for the sign-in. If another account has signed in, request()
 * reloads the page, which drops these calls.
 */
export async function loadSession(): Promise<void> {
  const found = await call<Session>('/console/session');
  if (found.signed_in) {
    signed_in_user.value = await call<SignedInUser>('/admin/me', { signing_in: true });
    for (const resolve of waiting.splice(0)) resolve();
  }
  session.value = { ...session.value, ...found };
}

/** Loads the signed-in user again: the role may have changed, or another tab may have signed in or out. */
export async function reloadUser(): Promise<void> {
  signed_in_user.value = await call<SignedInUser>('/admin/me');
}

export async function signOut(): Promise<void> {
  await call('/console/session', { method: 'DELETE', body: {} });
  location.assign('/');
}

/** Interval in milliseconds at which a visible page reloads its data. */
export const RELOAD_MS = 10_000;
/** Returns true if the page is visible and its session has not ended. */
export const mayReload = (): boolean => document.visibilityState === 'visible' && session.value?.signed_in === true;

export interface LoadState<T> {
  path: string | null;
  data: T | null;
  error: Error | null;
  /** Time in milliseconds since 1970 of the last successful call for the displayed data. */
  at: number;
  /** Duration of the last call in milliseconds, including the network. */
  ms: number | null;
  busy: boolean;
  again: () => void;
  /** Shows an error beside the data. */
  fail: (error: Error) => void;
}

/**
 * Loads data for a panel. `again` reloads the data, and the old data remains visible meanwhile. Does nothing if `path`
 * is null. With `every`, a visible page reloads the data at this interval in milliseconds.
 */
export function useLoad<T>(path: string | null, every = 0): LoadState<T> {
  const [state, set] = useState<Omit<LoadState<T>, 'again' | 'fail'>>({
    path,
    data: null,
    error: null,
    at: 0,
    ms: null,
    busy: path !== null,
  });
  const [turn, next] = useState(0);
  useEffect(() => {
    if (path === null) return;
    let gone = false;
    let etag = '';
    const load = async (poll = false): Promise<void> => {
      const begin = performance.now();
      try {
        const answer = await request<T>(path, { etag, poll });
        if (gone) return;
        const loaded = { error: null, at: Date.now(), ms: Math.round(performance.now() - begin), busy: false };
        if (answer.unchanged) set((old) => ({ ...old, ...loaded }));
        else set({ path, data: answer.body, ...loaded });
        etag = answer.etag;
      } catch (error) {
        if (gone) return;
        set((old) => ({ ...old, path, data: old.path === path ? old.data : null, error: error as Error, busy: false }));
      }
    };
    set((old) => ({ ...old, busy: true }));
    load();
    const timer = every > 0 ? setInterval(() => mayReload() && load(true), every) : 0;
    return () => {
      gone = true;
      clearInterval(timer);
    };
  }, [path, turn]);
  const current = state.path === path;
  return {
    path,
    data: current ? state.data : null,
    error: current ? state.error : null,
    at: state.at,
    ms: state.ms,
    busy: current ? state.busy : path !== null,
    again: () => next((value) => value + 1),
    fail: (error) => set((old) => (old.path === path ? { ...old, error } : old)),
  };
}

/** Returns a path with the query parameters that have a value. */
export function withQuery(path: string, values: Readonly<Record<string, string | number | null | undefined>>): string {
  const set = Object.entries(values).filter(([, value]) => value !== undefined && value !== null && value !== '');
  const query = new URLSearchParams(set.map(([name, value]) => [name, String(value)])).toString();
  return query === '' ? path : `${path}?${query}`;
}

/**
 * Members of the response of a call that handles users only for a limited time. `done` is false if users are left after
 * `after_user`, the last user that it handled.
 */
interface Batch {
  done?: boolean;
  after_user?: string | null;
}

/** Repeats a call with `after_user` of the response until all users are handled. Returns all responses. */
export async function callUntilDone<T>(path: string, o: ApiRequest): Promise<T[]> {
  const answers: T[] = [];
  for (let body = o.body; ; ) {
    const answer = await call<T & Batch>(path, { ...o, body });
    answers.push(answer);
    if (answer.done !== false || !answer.after_user) return answers;
    body = { ...(body as object), after_user: answer.after_user };
  }
}
