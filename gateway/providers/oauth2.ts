// The client side of OAuth 2 and OpenID Connect: builds the authorization URL, exchanges the code, and fetches the
// profile.
import { createHash } from 'node:crypto';
import type { OAuth2Provider, Profile, ProviderConfig, Tokens } from '../../core/providers/provider.ts';
import type { IdTokens } from './id_tokens.ts';
import { fetchProviderBody, ProviderError, type ProviderRequest, readErrorCodeSuffix } from './provider_request.ts';

/** Authorization parameters that clients cannot set, compared case-insensitively. */
const RESERVED = new Set([
  'client_id',
  'client_secret',
  'redirect_uri',
  'response_type',
  'state',
  'scope',
  'code_challenge',
  'code_challenge_method',
  'code_verifier',
  'request',
  'request_uri',
  'response_mode',
  // Parameters that are for this server and are not sent to the provider.
  'provider',
  'scopes',
  'redirect_to',
  'invite_token',
  'skip_http_redirect',
]);

export interface AuthorizationOptions {
  state: string;
  /** Code verifier, sealed into the flow. If the provider supports PKCE, its challenge is sent. */
  verifier: string;
  /** Query of the client's request, for additional parameters. */
  query: URLSearchParams;
}

/** Returns the URL of the provider's authorization page. */
export function authorizationUrl(provider: OAuth2Provider, config: ProviderConfig, o: AuthorizationOptions): string {
  const url = new URL(provider.endpoints(config).authorize);
  const values = new Map<string, string>();
  if (provider.forwards !== false) {
    for (const [name, value] of o.query) {
      const plain = name.toLowerCase();
      if (!RESERVED.has(plain) && !values.has(name)) values.set(provider.renames?.[plain] ?? name, value);
    }
  }
  const extra = provider.extra_scopes ? (o.query.get('scopes') ?? '').split(/[\s,]+/) : [];
  const scope = [...provider.scopes.split(' '), ...extra].filter((one) => one !== '').join(' ');
  const ours = {
    ...provider.authorize_parameters,
    client_id: config.client_id,
    redirect_uri: config.redirect_uri,
    response_type: 'code',
    state: o.state,
    ...(scope === '' ? {} : { scope }),
    ...(provider.pkce ? { code_challenge: challengeOf(o.verifier), code_challenge_method: 'S256' } : {}),
    ...(provider.id_token?.nonce ? { nonce: nonceOf(o.verifier) } : {}),
  };
  for (const [name, value] of [...values, ...Object.entries(ours)]) url.searchParams.set(name, value);
  url.searchParams.sort();
  return url.href;
}

const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');
/** Returns the nonce for a code verifier. The nonce is public, and the verifier cannot be derived from it. */
const nonceOf = (verifier: string): string => challengeOf(`nonce ${verifier}`);

export interface CodeExchange {
  code: string;
  verifier: string;
  callback: Readonly<Record<string, string>>;
  signal: AbortSignal;
}

/**
 * Builds the request that exchanges a code for tokens. `way` is the client authentication method. Its default is that
 * of the provider, or `basic` if the provider defines none.
 */
export function buildCodeRequest(
  provider: OAuth2Provider,
  config: ProviderConfig,
  o: Omit<CodeExchange, 'callback'>,
  way: 'basic' | 'post' = provider.client_auth === 'post' ? 'post' : 'basic',
): ProviderRequest {
  const grant = {
    grant_type: 'authorization_code',
    code: o.code,
    redirect_uri: config.redirect_uri,
    ...(provider.pkce ? { code_verifier: o.verifier } : {}),
  };
  return buildTokenRequest(provider, config, { grant, signal: o.signal }, way);
}

/** Builds a request to the token endpoint with the client's authentication. */
function buildTokenRequest(
  provider: OAuth2Provider,
  config: ProviderConfig,
  o: { grant: Readonly<Record<string, string>>; signal: AbortSignal },
  way: 'basic' | 'post',
): ProviderRequest {
  const basic = way === 'basic';
  const login = [config.client_id, config.secret].map((part) => encodeURIComponent(part)).join(':');
  const body = new URLSearchParams({
    ...o.grant,
    ...(basic ? {} : { client_id: config.client_id, client_secret: config.secret }),
    ...provider.token_parameters?.(config),
  });
  return {
    what: 'the token endpoint',
    url: provider.endpoints(config).token,
    form: true,
    request: {
      method: 'POST',
      body,
      signal: o.signal,
      reach: config.reach,
      headers: basic ? { Authorization: `Basic ${Buffer.from(login).toString('base64')}` } : {},
    },
  };
}

/**
 * Client authentication method that succeeded after the other one had failed, by token endpoint. Used for providers
 * that define no method.
 */
const taken = new Map<string, 'basic' | 'post'>();
const MOST_TAKEN = 500;

/**
 * Exchanges a code for tokens. If the provider defines no client authentication method, tries the other method after an
 * error that the first one may have caused.
 */
export async function exchangeCode(provider: OAuth2Provider, config: ProviderConfig, o: CodeExchange): Promise<Tokens> {
  return withEitherClientAuth(provider, config, async (way) =>
    parseTokens(await fetchProviderBody(buildCodeRequest(provider, config, o, way))),
  );
}

/** Exchanges a refresh token for new tokens. */
export async function exchangeRefreshToken(
  provider: OAuth2Provider,
  config: ProviderConfig,
  { refresh_token, signal }: { refresh_token: string; signal: AbortSignal },
): Promise<Tokens> {
  const grant = { grant_type: 'refresh_token', refresh_token };
  return withEitherClientAuth(provider, config, async (way) =>
    parseTokens(await fetchProviderBody(buildTokenRequest(provider, config, { grant, signal }, way))),
  );
}

async function withEitherClientAuth(
  provider: OAuth2Provider,
  config: ProviderConfig,
  exchangeBy: (way: 'basic' | 'post') => Promise<Tokens>,
): Promise<Tokens> {
  if (provider.client_auth !== 'either') return exchangeBy(provider.client_auth);
  const { token } = provider.endpoints(config);
  const first = taken.get(token) ?? 'basic';
  const second = first === 'basic' ? 'post' : 'basic';
  try {
    return await exchangeBy(first);
  } catch (error) {
    if (!mayBeClientAuthError(error)) throw error;
    const tokens = await exchangeBy(second);
    const [oldest] = taken.keys();
    if (taken.size >= MOST_TAKEN && oldest !== undefined) taken.delete(oldest);
    taken.set(token, second);
    return tokens;
  }
}

/**
 * Returns true if an error may be caused by the client authentication method. invalid_grant is not such an error,
 * because it is about the code or the refresh token.
 */
function mayBeClientAuthError(error: unknown): boolean {
  if (!(error instanceof ProviderError) || error.refused === undefined) return false;
  const { status, code } = error.refused;
  return [400, 401, 403].includes(status) && code !== 'invalid_grant';
}

/** Matches a token that fits in a header: `Authorization` to the provider, `Location` to the client. */
const FITS_HEADER = /^[ -~]{0,16384}$/;

/** Returns the tokens in a response of the token endpoint. */
function parseTokens(answer: unknown): Tokens {
  // Some providers return errors with status 200.
  const { refresh_token, ...tokens } = (answer ?? {}) as Tokens;
  if (typeof tokens.access_token !== 'string' || tokens.access_token === '') {
    const code = readErrorCodeSuffix(answer);
    throw new ProviderError(`the token endpoint gave no access token${code}`, {
      refused: { status: 200, code: code.replace(/^: /, '') },
    });
  }
  const renews = typeof refresh_token === 'string' && refresh_token !== '';
  if (![tokens.access_token, renews ? refresh_token : ''].every((token) => FITS_HEADER.test(token)))
    throw new ProviderError('the token endpoint gave a token that does not fit into a header');
  return renews ? { ...tokens, refresh_token } : tokens;
}

/** Verifies the ID token and fetches the profile of the tokens' user. */
export async function fetchProfile(
  provider: OAuth2Provider,
  config: ProviderConfig,
  o: Omit<CodeExchange, 'code'> & { tokens: Tokens; id_tokens: IdTokens },
): Promise<Profile> {
  const { tokens, signal, callback } = o;
  const { id_token: rule } = provider;
  const raw = rule && typeof tokens.id_token === 'string' && tokens.id_token !== '' ? tokens.id_token : null;
  if (rule?.required && raw === null) throw new ProviderError('the token endpoint gave no id token');
  const id_token =
    raw === null
      ? null
      : await o.id_tokens.verify(raw, {
          keys_of: (issuer) => rule?.keys_of(issuer, config) ?? null,
          audiences: rule?.every_client_id ? config.client_ids : [config.client_id],
          access_token: tokens.access_token,
          signal,
        });
  if (rule?.nonce && id_token !== null && id_token.nonce !== nonceOf(o.verifier))
    throw new ProviderError('the id token belongs to another sign-in');
  const standard = provider.endpoints(config);
  const endpoints = config.api_url === '' ? standard : { ...standard, api: config.api_url };
  const requests = provider.user_requests?.({ config, endpoints, tokens, id_token }) ?? {};
  const answers: Record<string, unknown> = {};
  for (const [name, { url, headers }] of Object.entries(requests)) {
    const sent = { Authorization: `Bearer ${tokens.access_token}`, ...headers };
    answers[name] = await fetchProviderBody({
      what: `the request for ${name}`,
      url,
      request: { headers: sent, signal, reach: config.reach },
    });
  }
  return provider.profile({ tokens, id_token, answers, callback }, config);
}
