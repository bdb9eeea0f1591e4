// An unmodified auth-js client with its own storage, and helpers that check its results.
import { type AuthError, GoTrueClient, type Session } from '@supabase/auth-js';
import * as assert from 'uvu/assert';
import { assertDescribed } from '../../house/openapi/responses.ts';
import { recordSecretsOfBody, recordSecretsOfUrl } from '../processes/sent_secrets.ts';
import { send } from './send.ts';

export interface Client {
  auth: GoTrueClient;
  storage: Map<string, string>;
}

/** Creates an auth-js client that does not refresh tokens in the background. */
export function createClient(
  url: string,
  o: { flowType?: 'pkce' | 'implicit'; asks?: (path: string) => void } = {},
): Client {
  const storage = new Map<string, string>();
  const ask = validatingFetch(url);
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
 * Creates a fetch function. It sends requests to `url` with node:http, and validates each response against the OpenAPI
 * document. Other requests go through fetch().
 */
export function validatingFetch(url: string): typeof fetch {
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
    recordSecretsOfBody(sent);
    recordSecretsOfBody(answer.text);
    recordSecretsOfUrl(target);
    const { status, headers, text } = answer;
    return new Response([204, 205, 304].includes(status) ? null : text, { status, headers });
  };
}

type ClientResult = { data: unknown; error: AuthError | null };
type ResultData<A extends ClientResult> = Extract<A, { error: null }>['data'];

/** Returns the data of a client result. Throws if the result is an error. */
export function expectData<A extends ClientResult>(answer: A): ResultData<A> {
  if (answer.error) throw answer.error;
  return answer.data as ResultData<A>;
}

/** Returns the session of a client result. Throws if the result has none. */
export function sessionOf(answer: { data: { session: Session | null }; error: AuthError | null }): Session {
  if (answer.error) throw answer.error;
  const { session } = answer.data;
  if (!session) throw new Error('the answer holds no session');
  return session;
}

/** Asserts status, code and message of a client's error. Returns the error. */
export function assertClientError(
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
