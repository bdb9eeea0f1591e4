// Mock of Twitter's OAuth 1.0a: requests are signed, and the mock rejects wrong signatures (RFC 5849, 3.4).
import { createHmac, randomBytes } from 'node:crypto';
import type { HostRequest, HostResponse } from './network.ts';
import { fullName, type ProviderPerson, type RegisteredClient } from './vendor.ts';

const API = 'https://api.twitter.com';

interface TemporaryToken {
  secret: string;
  callback: string;
  verifier: string | null;
  person: ProviderPerson | null;
}

export interface TwitterState {
  temporary: Map<string, TemporaryToken>;
  tokens: Map<string, { secret: string; person: ProviderPerson }>;
  /** Nonces of earlier requests. The mock rejects a nonce that is repeated. */
  nonces: Set<string>;
}

export function createTwitterState(): TwitterState {
  return { temporary: new Map(), tokens: new Map(), nonces: new Set() };
}

const encode = (value: string): string =>
  encodeURIComponent(value).replace(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);
const random = (): string => randomBytes(16).toString('hex');
/** Builds a response with a form-encoded body, which Twitter labels as text/html. */
const form = (values: Record<string, string>): HostResponse => ({
  headers: { 'content-type': 'text/html;charset=utf-8' },
  body: new URLSearchParams(values).toString(),
});
const refused = (status: number, code: number, message: string): HostResponse => ({
  status,
  body: { errors: [{ code, message }] },
});

/** Returns the response to a request for Twitter's hosts; null for any other host. */
export function respondAsTwitter(
  request: HostRequest,
  o: { twitter: TwitterState; app: RegisteredClient; person: ProviderPerson },
): HostResponse | null {
  const { url } = request;
  if (url.origin !== API) return null;
  switch (url.pathname) {
    case '/oauth/request_token':
      return issueRequestToken(request, o);
    case '/oauth/authenticate':
      return showAuthenticatePage(url, o);
    case '/oauth/access_token':
      return issueAccessToken(request, o);
    case '/1.1/account/verify_credentials.json':
      return respondWithProfile(request, o);
    default:
      return refused(404, 34, 'Sorry, that page does not exist.');
  }
}

function issueRequestToken(
  request: HostRequest,
  { twitter, app }: { twitter: TwitterState; app: RegisteredClient },
): HostResponse {
  const signed = checkSignature(request, { twitter, app, secrets: [''] });
  if (signed === null) return refused(401, 32, 'Could not authenticate you.');
  const callback = signed.oauth_callback ?? '';
  if (callback.replace(/\?.*$/, '') !== app.redirect_uri)
    return refused(403, 415, 'Callback URL not approved for this client application.');
  const [token, secret] = [random(), random()];
  twitter.temporary.set(token, { secret, callback, verifier: null, person: null });
  return form({ oauth_token: token, oauth_token_secret: secret, oauth_callback_confirmed: 'true' });
}

function showAuthenticatePage(
  url: URL,
  { twitter, person }: { twitter: TwitterState; person: ProviderPerson },
): HostResponse {
  const token = url.searchParams.get('oauth_token') ?? '';
  const found = twitter.temporary.get(token);
  if (found === undefined || found.verifier !== null)
    return { status: 403, headers: { 'content-type': 'text/html' }, body: '<p>This page is no longer valid.</p>' };
  Object.assign(found, { verifier: random(), person });
  const to = new URL(found.callback);
  to.searchParams.set('oauth_token', token);
  to.searchParams.set('oauth_verifier', found.verifier ?? '');
  return { status: 302, headers: { location: to.href }, body: '' };
}

function issueAccessToken(
  request: HostRequest,
  { twitter, app }: { twitter: TwitterState; app: RegisteredClient },
): HostResponse {
  const token = parseOauthParameters(request).oauth_token ?? '';
  const found = twitter.temporary.get(token);
  if (found === undefined) return refused(401, 89, 'Invalid or expired token.');
  // Twitter also accepts a signature without the request token's secret.
  const signed = checkSignature(request, { twitter, app, secrets: [found.secret, ''] });
  if (signed === null) return refused(401, 32, 'Could not authenticate you.');
  const verifier = signed.oauth_verifier ?? request.form.get('oauth_verifier');
  if (found.verifier === null || verifier !== found.verifier || found.person === null)
    return refused(401, 32, 'Could not authenticate you.');
  twitter.temporary.delete(token);
  const [access, secret] = [`${found.person.id}-${random()}`, random()];
  twitter.tokens.set(access, { secret, person: found.person });
  const { id, login } = found.person;
  return form({ oauth_token: access, oauth_token_secret: secret, user_id: id, screen_name: login });
}

function respondWithProfile(
  request: HostRequest,
  { twitter, app }: { twitter: TwitterState; app: RegisteredClient },
): HostResponse {
  const found = twitter.tokens.get(parseOauthParameters(request).oauth_token ?? '');
  if (found === undefined) return refused(401, 89, 'Invalid or expired token.');
  if (checkSignature(request, { twitter, app, secrets: [found.secret] }) === null)
    return refused(401, 32, 'Could not authenticate you.');
  const { person } = found;
  const email = request.url.searchParams.get('include_email') === 'true' ? { email: person.email ?? '' } : {};
  return {
    body: {
      id: Number(person.id),
      id_str: person.id,
      name: fullName(person),
      screen_name: person.login,
      profile_image_url_https: person.picture,
      ...email,
    },
  };
}

/** Returns the oauth_ parameters of the Authorization header. */
function parseOauthParameters({ headers }: HostRequest): Record<string, string> {
  const text = /^OAuth (.*)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
  return Object.fromEntries(
    [...text.matchAll(/([\w]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, decodeURIComponent(value)]),
  );
}

/**
 * Validates client, time, nonce, and the signature made with one of the secrets. Returns the signed parameters, or
 * null.
 */
function checkSignature(
  request: HostRequest,
  { twitter, app, secrets }: { twitter: TwitterState; app: RegisteredClient; secrets: readonly string[] },
): Record<string, string> | null {
  const oauth = parseOauthParameters(request);
  const { oauth_signature: signature, realm: _, ...signed } = oauth;
  const age = Math.abs(Date.now() / 1000 - Number(signed.oauth_timestamp));
  const nonce = signed.oauth_nonce ?? '';
  if (signed.oauth_consumer_key !== app.client_id || signed.oauth_signature_method !== 'HMAC-SHA1') return null;
  if ((signed.oauth_version ?? '1.0') !== '1.0' || !(age < 300) || nonce === '' || twitter.nonces.has(nonce))
    return null;
  const is_form = /^application\/x-www-form-urlencoded/.test(request.headers['content-type'] ?? '');
  const pairs = [...Object.entries(signed), ...request.url.searchParams, ...(is_form ? request.form : [])];
  const parameters = pairs
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
  const { origin, pathname } = request.url;
  const base = [request.method, origin + pathname, parameters].map(encode).join('&');
  const fits = secrets.some((secret) => {
    const key = `${encode(app.secret)}&${encode(secret)}`;
    return createHmac('sha1', key).update(base).digest('base64') === signature;
  });
  if (!fits) return null;
  twitter.nonces.add(nonce);
  return signed;
}
