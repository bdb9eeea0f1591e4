// An unmodified GoTrueClient with its own storage, and helpers to check its results.
import { type AuthError, GoTrueClient, type Session } from '@supabase/auth-js';
import * as assert from 'uvu/assert';
import { assertDescribed } from '../../house/openapi/answers.ts';
import { keepSecretsOf, keepSecretsOfUrl } from '../processes/told.ts';
import { send } from './send.ts';

export interface Client {
  auth: GoTrueClient;
  /** Contents of the browser's storage. */
  storage: Map<string, string>;
}

/** Creates a client as an application does, but without timers. */
export function createClient(
  url: string,
  o: { flowType?: 'pkce' | 'implicit'; asks?: (path: string) => void } = {},
): Client {
  const storage = new Map<string, string>();
  const ask = describedFetch(url);
  const auth = new GoTrueClient({
    url,
    fetch: (input, init) => {
      o.asks?.(new URL(String(input instanceof Request ? input.url : input)).pathname);
      return ask(input, init);
    },
    flowType: o.flowType ?? 'implicit',
    autoRefreshToken: false,
    detectSessionInUrl: false,
    persistSession: true,
    headers: { apikey: 'anon' },
    storage: {
      getItem: (key: string) => storage.get(key) ?? null,
      setItem: (key: string, value: string) => void storage.set(key, value),
      removeItem: (key: string) => void storage.delete(key),
    },
  });
  return { auth, storage };
}

/**
 * Creates a fetch that checks every response of the server against the OpenAPI document. Sends the requests over
 * node:http.
 */
export function describedFetch(url: string): typeof fetch {
  return async (input, init) => {
    const target = String(input instanceof Request ? input.url : input);
    if (!target.startsWith(url)) return fetch(input, init);
    const { method = 'GET', body } = init ?? {};
    if (input instanceof Request || (typeof body !== 'string' && body !== undefined && body !== null)) {
      throw new Error('the client library sends URLs and texts');
    }
    const sent = body ?? undefined;
    const answer = await send(target, { method, headers: Object.fromEntries(new Headers(init?.headers)), body: sent });
    assertDescribed(method, target.slice(url.length), { ...answer, sent });
    keepSecretsOf(sent);
    keepSecretsOf(answer.text);
    keepSecretsOfUrl(target);
    const { status, headers, text } = answer;
    return new Response([204, 205, 304].includes(status) ? null : text, { status, headers });
  };
}

type Result = { data: unknown; error: AuthError | null };
type Good<A extends Result> = Extract<A, { error: null }>['data'];

/** Returns the data of a result without an error. */
export function good<A extends Result>(answer: A): Good<A> {
  if (answer.error) throw answer.error;
  return answer.data as Good<A>;
}

/** Returns the session of a result that must contain one. */
export function sessionOf(answer: { data: { session: Session | null }; error: AuthError | null }): Session {
  if (answer.error) throw answer.error;
  const { session } = answer.data;
  if (!session) throw new Error('the answer holds no session');
  return session;
}

/** Returns the client's view of an error: code, status and text. */
export function failed(
  answer: { error: AuthError | null },
  [status, code, message]: readonly [status: number, code: string, message: string | RegExp],
): AuthError {
  const { error } = answer;
  if (!error) throw new Error('the answer holds no error');
  assert.is(error.status, status, error.message);
  assert.is(error.code, code);
  if (typeof message === 'string') assert.is(error.message, message);
  else assert.match(error.message, message);
  return error;
}

/** Decodes the claims of an access token without verifying it. */
export function claimsOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;
}
