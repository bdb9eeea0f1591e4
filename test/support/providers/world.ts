// Mocks of all providers at their own host names. They reject invalid requests as the real providers do. A simulated
// browser consents for one person.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { sendOutgoingRequest } from '../../../core/outgoing.ts';
import { type HostReaction, type HostRequest, type HostResponse, type Network, startNetwork } from './network.ts';
import { createProviderMocks, TWITTER_NAME } from './rows.ts';
import { signAppleSecret } from './signer.ts';
import { createTwitterState, respondAsTwitter, type TwitterState } from './twitter.ts';
import type { Grant, ProviderMock, ProviderPerson, RegisteredClient } from './vendor.ts';

/**
 * Result of a visit to an authorization URL: the redirect after the consent, or the page at which the browser stops.
 */
export type ConsentResult =
  | { to: URL; form: null }
  | { to: URL; form: Record<string, string> }
  | { to: null; page: string; status: number };

export interface FakeProviders extends Network {
  vendors: Readonly<Record<string, ProviderMock>>;
  /** Person who signs in. */
  person: ProviderPerson;
  /** Registers an OAuth client with this redirect URI at every provider. */
  register(redirect_uri: string): void;
  app(vendor: string): RegisteredClient;
  /** Returns a response that overrides the regular response, or null. */
  instead: (request: HostRequest) => HostReaction | null;
  /** Follows an authorization URL to a provider and consents. */
  visit(url: string | URL): Promise<ConsentResult>;
  /** Replaces the signing keys of all OpenID providers. */
  rotate(): void;
}

const address = (url: URL | string): string => {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
};
const page = (status: number, message: string): HostResponse => ({
  status,
  headers: { 'content-type': 'text/html' },
  body: `<!doctype html><title>Error</title><p>${message}</p>`,
});
const same = (a: string, b: string): boolean =>
  timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest());

interface ProvidersState {
  apps: Map<string, RegisteredClient>;
  /** Grants by authorization code. */
  codes: Map<string, Grant & { used: boolean }>;
  /** Grants by access token. */
  tokens: Map<string, Grant & { vendor: string }>;
  consents: Set<string>;
}

export async function startFakeProviders(o: { here?: boolean } = {}): Promise<FakeProviders> {
  const { vendors, signers } = createProviderMocks();
  const state: ProvidersState = { apps: new Map(), codes: new Map(), tokens: new Map(), consents: new Set() };
  const twitter: TwitterState = createTwitterState();
  const at = new Map<string, (request: HostRequest) => HostResponse>();
  for (const [name, vendor] of Object.entries(vendors)) {
    at.set(address(vendor.authorize), (request) =>
      respondToAuthorize({ name, vendor, state, person: world.person }, request),
    );
    at.set(address(vendor.token), (request) => exchangeCode({ name, vendor, state }, request));
    for (const url of Object.keys(vendor.resources ?? {}))
      at.set(url, (request) => serveResource(request, { vendors, state }));
    for (const [url, answer] of Object.entries(vendor.open ?? {})) at.set(url, answer);
  }

  const network = await startNetwork((request) => {
    const other = world.instead(request);
    if (other !== null) return other;
    const answer = respondAsTwitter(request, { twitter, app: world.app(TWITTER_NAME), person: world.person });
    if (answer !== null) return answer;
    return at.get(address(request.url))?.(request) ?? page(404, 'There is nothing here');
  }, o);

  const world: FakeProviders = {
    ...network,
    vendors,
    person: newPerson(),
    register(redirect_uri) {
      for (const name of [...Object.keys(vendors), TWITTER_NAME]) {
        const id = randomBytes(6).toString('hex');
        const client_id = `${name}-${id}`;
        // The secret contains characters that HTTP Basic must encode.
        const secret = name === 'apple' ? signAppleSecret(client_id) : `s+${id}/%:&=`;
        state.apps.set(name, { client_id, secret, redirect_uri });
      }
    },
    app(vendor) {
      const app = state.apps.get(vendor);
      if (app === undefined) throw new Error(`nothing is registered at ${vendor}`);
      return app;
    },
    instead: () => null,
    visit: visitAuthorizationPage,
    rotate: () => {
      for (const signer of signers) signer.rotate();
    },
  };
  return world;
}

/** Returns a person with a random id, login name and address. */
export function newPerson(own: Partial<ProviderPerson> = {}): ProviderPerson {
  const id = String(randomBytes(5).readUIntBE(0, 5));
  const login = `ada${id}`;
  const picture = `https://img.example.com/${id}.png`;
  return {
    id,
    email: `${login}@example.com`,
    verified: true,
    given: 'Ada',
    family: 'Lovelace',
    login,
    picture,
    ...own,
  };
}

/** Serves the authorization endpoint. Returns errors by redirect where the protocol allows it. */
function respondToAuthorize(
  {
    name,
    vendor,
    state,
    person,
  }: { name: string; vendor: ProviderMock; state: ProvidersState; person: ProviderPerson },
  { url, method }: HostRequest,
): HostResponse {
  const query = url.searchParams;
  const app = state.apps.get(name);
  if (method !== 'GET') return page(405, 'Method not allowed');
  if (app === undefined || query.get('client_id') !== app.client_id) return page(400, 'Unknown client_id');
  // Never redirects to an unregistered URL.
  const redirect_uri = query.get('redirect_uri') ?? '';
  if (redirect_uri !== app.redirect_uri) return page(400, 'redirect_uri_mismatch');
  const back = (values: Record<string, string>): HostResponse => {
    const to = new URL(redirect_uri);
    const state_value = query.get('state');
    for (const [key, value] of Object.entries(values)) to.searchParams.set(key, value);
    if (state_value !== null) to.searchParams.set('state', state_value);
    return { status: 302, headers: { location: to.href }, body: '' };
  };
  if (query.get('response_type') !== 'code') return back({ error: 'unsupported_response_type' });
  const complaint = vendor.demands?.(query) ?? null;
  if (complaint !== null) return back({ error: 'invalid_request', error_description: complaint });
  const scopes = (query.get('scope') ?? '').split(/[ +]/).filter((scope) => scope !== '');
  const unknown = vendor.scopes && scopes.find((scope) => !vendor.scopes?.includes(scope));
  if (unknown) return back({ error: 'invalid_scope', error_description: `${unknown} is unknown` });
  const challenge = vendor.pkce ? query.get('code_challenge') : null;
  if (challenge !== null && query.get('code_challenge_method') !== 'S256') return back({ error: 'invalid_request' });

  const consent = `${name} ${app.client_id} ${person.id}`;
  const first = !state.consents.has(consent);
  state.consents.add(consent);
  const code = randomBytes(16).toString('hex');
  const grant: Grant = { app, person, scopes, redirect_uri, challenge, nonce: query.get('nonce'), query, first };
  state.codes.set(`${name} ${code}`, { ...grant, used: false });
  if (vendor.posts === undefined) return back({ code });
  const fields = { ...vendor.posts(grant), code, state: query.get('state') ?? '' };
  return {
    headers: { 'content-type': 'text/html' },
    body: `<form>${JSON.stringify({ to: redirect_uri, fields })}</form>`,
  };
}

/** Serves a resource for an access token, only under the URLs of the provider that issued the token. */
function serveResource(
  request: HostRequest,
  { vendors, state }: { vendors: Readonly<Record<string, ProviderMock>>; state: ProvidersState },
): HostResponse {
  const token = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
  const grant = state.tokens.get(token);
  if (request.method !== 'GET') return { status: 405 };
  const resource = grant && vendors[grant.vendor]?.resources?.[address(request.url)];
  return resource ? resource(request, grant) : { status: 401, body: { error: 'invalid_token' } };
}

function exchangeCode(
  { name, vendor, state }: { name: string; vendor: ProviderMock; state: ProvidersState },
  { headers, form, method }: HostRequest,
): HostResponse {
  const refuse = (error: string, text: string): HostResponse =>
    vendor.refusal?.(error, text) ?? {
      status: error === 'invalid_client' ? 401 : 400,
      body: { error, error_description: text },
    };
  const app = state.apps.get(name);
  if (method !== 'POST') return { status: 405 };
  if (!/^application\/x-www-form-urlencoded/.test(headers['content-type'] ?? ''))
    return refuse('invalid_request', 'The request must be a form');
  const [way, id, secret] = readClientCredentials(headers.authorization, form);
  const allowed = vendor.login === 'either' || vendor.login === way;
  if (app === undefined || !allowed || id !== app.client_id || !same(secret, app.secret))
    return refuse('invalid_client', 'Client authentication failed');
  if (form.get('grant_type') !== 'authorization_code') return refuse('unsupported_grant_type', 'grant_type');
  const grant = state.codes.get(`${name} ${form.get('code')}`);
  if (grant === undefined || grant.used) return refuse('invalid_grant', 'The code is unknown or was used');
  grant.used = true;
  if (form.get('redirect_uri') !== grant.redirect_uri) return refuse('invalid_grant', 'redirect_uri differs');
  if (grant.challenge !== null) {
    const verifier = form.get('code_verifier') ?? '';
    const hash = createHash('sha256').update(verifier).digest('base64url');
    if (!/^[\w.~-]{43,128}$/.test(verifier) || hash !== grant.challenge)
      return refuse('invalid_grant', 'The code_verifier is missing or wrong');
  }
  const access_token = `${name}-access-${randomBytes(12).toString('hex')}`;
  state.tokens.set(access_token, { ...grant, vendor: name });
  const refresh_token = `${name}-refresh-${randomBytes(12).toString('hex')}`;
  const own = vendor.tokens?.(grant, access_token);
  const body = {
    access_token,
    token_type: 'Bearer',
    expires_in: 3600,
    refresh_token,
    scope: grant.scopes.join(' '),
    ...own,
  };
  if (vendor.form_by_default && !/json/.test(headers.accept ?? '')) {
    const there = Object.entries(body).filter(([, value]) => value !== undefined);
    const text = new URLSearchParams(Object.fromEntries(there.map(([key, value]) => [key, String(value)]))).toString();
    return { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: text };
  }
  return { body };
}

/** Returns the client credentials. Using both authentication methods at once is invalid (RFC 6749, 2.3). */
function readClientCredentials(
  authorization: string | undefined,
  form: URLSearchParams,
): [way: string, id: string, secret: string] {
  if (authorization === undefined) return ['body', form.get('client_id') ?? '', form.get('client_secret') ?? ''];
  if (form.has('client_secret')) return ['both', '', ''];
  const [id = '', secret = ''] = Buffer.from(authorization.replace(/^Basic /, ''), 'base64')
    .toString()
    .split(':');
  // Credentials are form-encoded (RFC 6749, 2.3.1). Clients that do not encode them fail.
  const [entry] = [...new URLSearchParams(`${id}=${secret}`)];
  const [plain_id, plain_secret] = entry ?? ['', ''];
  return ['basic', plain_id, plain_secret];
}

/** Requests an authorization page, whose mock consents at once. Returns the redirect or form of the response. */
async function visitAuthorizationPage(url: string | URL): Promise<ConsentResult> {
  const answer = await sendOutgoingRequest(url, { redirect: 'manual', signal: AbortSignal.timeout(10_000) });
  const location = answer.headers.get('location');
  const text = await answer.text();
  if (location !== null) return { to: new URL(location), form: null };
  const form = /^<form>(.*)<\/form>$/s.exec(text)?.[1];
  if (form === undefined) return { to: null, page: text, status: answer.status };
  const { to, fields } = JSON.parse(form) as { to: string; fields: Record<string, string> };
  return { to: new URL(to), form: fields };
}
