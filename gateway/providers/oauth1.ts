// OAuth 1.0a, which Twitter uses: every request is signed with HMAC-SHA1 (RFC 5849, 3.4).
import { createHmac, randomBytes } from 'node:crypto';
import type { OAuth1Provider, Profile, ProviderConfig } from '../../core/providers/provider.ts';
import { readMember, textOrEmpty } from '../../core/providers/provider.ts';
import { fetchProviderBody, ProviderError } from './provider_request.ts';

/** A token and its secret. */
export interface OAuth1Token {
  token: string;
  secret: string;
}

const NO_TOKEN: OAuth1Token = { token: '', secret: '' };

/** Percent-encodes a text as in RFC 5849, including five characters that encodeURIComponent() does not encode. */
const encode = (value: string): string =>
  encodeURIComponent(value).replace(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);

/** Returns the signed Authorization header of a request. `more` has additional protocol parameters. */
export function signAuthorizationHeader(
  { client_id, secret }: Pick<ProviderConfig, 'client_id' | 'secret'>,
  o: {
    method: string;
    url: string;
    token: OAuth1Token;
    more?: Readonly<Record<string, string>>;
    nonce: string;
    now: number;
  },
): string {
  const url = new URL(o.url);
  const oauth: Record<string, string> = {
    oauth_consumer_key: client_id,
    oauth_nonce: o.nonce,
    oauth_signature_method: 'HMAC-SHA1',
    oauth_timestamp: String(Math.floor(o.now / 1000)),
    oauth_version: '1.0',
    ...(o.token.token === '' ? {} : { oauth_token: o.token.token }),
    ...o.more,
  };
  const parameters = [...url.searchParams, ...Object.entries(oauth)]
    .map(([name, value]) => [encode(name), encode(value)] as const)
    .sort(([name, value], [other, another]) => compare(name, other) || compare(value, another))
    .map((pair) => pair.join('='))
    .join('&');
  const base = [o.method, url.origin + url.pathname, parameters].map(encode).join('&');
  const signature = createHmac('sha1', `${encode(secret)}&${encode(o.token.secret)}`)
    .update(base)
    .digest('base64');
  const header = Object.entries({ ...oauth, oauth_signature: signature });
  return `OAuth ${header.map(([name, value]) => `${encode(name)}="${encode(value)}"`).join(', ')}`;
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

interface OAuth1Request {
  what: string;
  method: 'GET' | 'POST';
  url: string;
  token: OAuth1Token;
  more?: Readonly<Record<string, string>>;
  signal: AbortSignal;
}

function sendOAuth1Request(config: ProviderConfig, { what, signal, ...o }: OAuth1Request): Promise<unknown> {
  const nonce = randomBytes(16).toString('hex');
  const headers = { Authorization: signAuthorizationHeader(config, { ...o, nonce, now: Date.now() }) };
  return fetchProviderBody({
    what,
    url: o.url,
    form: o.method === 'POST' && 'unlabelled',
    request: { method: o.method, headers, signal },
  });
}

function parseOAuth1Token(what: string, answer: unknown): OAuth1Token {
  const [token, secret] = [
    textOrEmpty(readMember(answer, 'oauth_token')),
    textOrEmpty(readMember(answer, 'oauth_token_secret')),
  ];
  if (token === '' || secret === '') throw new ProviderError(`${what} gave no token`);
  return { token, secret };
}

/** Requests a temporary token (request token). Returns it with the URL of the provider's authorization page. */
export async function startOAuth1SignIn(
  provider: OAuth1Provider,
  config: ProviderConfig,
  o: { state: string; signal: AbortSignal },
): Promise<{ request: OAuth1Token; url: string }> {
  const what = 'the endpoint of request tokens';
  const callback = new URL(config.redirect_uri);
  callback.searchParams.set('state', o.state);
  const more = { oauth_callback: callback.href };
  const url = provider.request_token(config);
  const answer = await sendOAuth1Request(config, {
    what,
    method: 'POST',
    url,
    token: NO_TOKEN,
    more,
    signal: o.signal,
  });
  // A provider that accepts the callback URL must answer with oauth_callback_confirmed=true (RFC 5849, 2.1).
  if (readMember(answer, 'oauth_callback_confirmed') !== 'true')
    throw new ProviderError(`${what} confirmed no callback`);
  const request = parseOAuth1Token(what, answer);
  const page = new URL(provider.endpoints(config).authorize);
  page.searchParams.set('oauth_token', request.token);
  return { request, url: page.href };
}

/** Exchanges the temporary token for the user's access token. */
export async function finishOAuth1SignIn(
  provider: OAuth1Provider,
  config: ProviderConfig,
  o: { request: OAuth1Token; verifier: string; signal: AbortSignal },
): Promise<OAuth1Token> {
  const what = 'the token endpoint';
  const url = provider.endpoints(config).token;
  const more = { oauth_verifier: o.verifier };
  return parseOAuth1Token(
    what,
    await sendOAuth1Request(config, { what, method: 'POST', url, token: o.request, more, signal: o.signal }),
  );
}

/** Fetches the profile of the token's user. */
export async function fetchOAuth1Profile(
  provider: OAuth1Provider,
  config: ProviderConfig,
  o: { token: OAuth1Token; signal: AbortSignal },
): Promise<Profile> {
  const tokens = { access_token: o.token.token };
  const endpoints = provider.endpoints(config);
  const requests = provider.user_requests?.({ config, endpoints, tokens, id_token: null }) ?? {};
  const answers: Record<string, unknown> = {};
  for (const [name, { url }] of Object.entries(requests)) {
    const what = `the request for ${name}`;
    answers[name] = await sendOAuth1Request(config, { what, method: 'GET', url, token: o.token, signal: o.signal });
  }
  return provider.profile({ tokens, id_token: null, answers, callback: {} }, config);
}
