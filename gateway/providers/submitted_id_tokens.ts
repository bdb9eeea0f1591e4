// ID tokens that an app obtained directly from a provider. Finds the provider, the keys and audiences to verify a
// token, and the profile in its claims.

import { openIdProfile } from '../../core/providers/openid.ts';
import {
  type IdTokenRules,
  isIssuer,
  type KeySetLocation,
  type Members,
  NO_CONFIG,
  type OAuth2Provider,
  type Profile,
  type Provider,
  type ProviderConfig,
} from '../../core/providers/provider.ts';
import { PROVIDERS } from '../../core/providers/registry.ts';
import { providerConfig } from '../../core/settings/provider_settings.ts';
import type { Settings } from '../../core/settings/table.ts';
import { refuse } from '../http/errors.ts';
import type { ConfiguredProvider } from './config.ts';
import { readUnverifiedIssuer } from './id_tokens.ts';
import { ProviderError } from './provider_request.ts';

/** Provider of an ID token, and the rules to verify the token. */
export interface TokenSource {
  /** Provider of the identity: its name, or the issuer if no provider is configured for it. */
  provider: string;
  config: ProviderConfig;
  audiences: readonly string[];
  keys_of(issuer: string): KeySetLocation | null;
  skips_nonce: boolean;
  profile(claims: Members): Profile;
}

/** Unverified parameters of the request that say where its ID token is from; '' if absent. */
export interface IdTokenHints {
  provider: string;
  client_id: string;
  issuer: string;
}

type TokenProvider = OAuth2Provider & { id_token_rules: IdTokenRules };

const takesTokens = (provider: { id_token_rules?: IdTokenRules }): provider is TokenProvider =>
  provider.id_token_rules !== undefined;
const TAKING: readonly TokenProvider[] = [...PROVIDERS.values()]
  .filter((provider) => provider.protocol === 'oauth2')
  .filter(takesTokens);
const SHOWN = 100;

/**
 * Finds the provider of a token by the name in the request, otherwise by the issuer. Without a provider, the operator
 * must allow the issuer. Throws an ApiError if the token cannot be verified.
 */
export function findTokenSource(token: string, named: IdTokenHints, settings: Settings): TokenSource {
  const name = named.provider.toLowerCase();
  const provider =
    TAKING.find((one) => one.name === name) ??
    TAKING.find((one) => isIssuer(one.id_token_rules, named.issuer, providerConfig(one.name, settings)));
  return provider === undefined
    ? findAllowedIssuer(named, settings)
    : providerTokenSource(provider, {
        token,
        issuer: named.issuer,
        config: providerConfig(provider.name, settings),
      });
}

function providerTokenSource(
  provider: TokenProvider,
  { token, issuer, config }: { token: string; issuer: string; config: ProviderConfig },
): TokenSource {
  const { id_token_rules: rule } = provider;
  const signed_by = rule.several ? detectIssuer(token, issuer, rule.several) : rule.issuer(config);
  if (!config.enabled) throw refuse('id_token_provider_disabled', signed_by);
  if (provider.url === 'required' && config.url === '')
    throw refuse('provider_incomplete', provider.url_missing ?? 'missing URL');
  return {
    provider: provider.name,
    config,
    audiences: config.client_ids,
    keys_of: (claim) => rule.keys_of(claim, config),
    skips_nonce: rule.skips_nonce ?? config.skip_nonce_check,
    profile: (claims) => rule.profile?.(claims, config) ?? profileFromClaims(provider, config, claims),
  };
}

/** Builds the profile from the claims of an ID token alone. */
const profileFromClaims = (provider: Provider, config: ProviderConfig, claims: Members): Profile =>
  provider.profile({ tokens: { access_token: '' }, id_token: claims, answers: {}, callback: {} }, config);

/**
 * Returns the rules for tokens of a custom provider. Throws an ApiError if the provider does not support OpenID
 * Connect.
 */
export function customTokenSource({ provider, config }: ConfiguredProvider): TokenSource {
  const rule = provider.protocol === 'oauth2' ? provider.id_token : undefined;
  if (rule === undefined) throw refuse('custom_provider_not_oidc', provider.name);
  return {
    provider: provider.name,
    config,
    audiences: config.client_ids,
    keys_of: (claim) => rule.keys_of(claim, config),
    skips_nonce: config.skip_nonce_check,
    profile: (claims) => profileFromClaims(provider, config, claims),
  };
}

/**
 * Returns the issuer that the token names. It must be one of the provider's issuers. If the request names an issuer, it
 * must be the same.
 */
function detectIssuer(token: string, issuer: string, { title, is }: NonNullable<IdTokenRules['several']>): string {
  const claim = readIssuerClaim(token);
  if (claim === '') throw refuse('id_token_issuer_undetected', title);
  if (!is(claim)) throw refuse('id_token_issuer_foreign', title);
  if (issuer !== '' && issuer !== claim) throw refuse('id_token_issuer_differs');
  return claim;
}

function readIssuerClaim(token: string): string {
  try {
    return readUnverifiedIssuer(token).issuer;
  } catch (error) {
    if (error instanceof ProviderError) return '';
    throw error;
  }
}

/**
 * Returns the rules for an issuer that the operator allows without a provider. The only audience is the client id of
 * the request. If the operator lists client ids without this one, no token is accepted.
 */
function findAllowedIssuer({ provider, client_id, issuer }: IdTokenHints, settings: Settings): TokenSource {
  const allowed = settings.external_allowed_id_token_issuers.includes(issuer);
  if (issuer === '' || !allowed) throw refuse('id_token_issuer_unknown', provider.slice(0, SHOWN));
  const clients = settings.external_allowed_id_token_audiences;
  const audiences = clients.length === 0 || clients.includes(client_id) ? [client_id] : [];
  return {
    provider: issuer.toLowerCase(),
    config: { ...NO_CONFIG, client_id, client_ids: audiences },
    audiences,
    keys_of: (claim) => (claim === issuer ? issuer : null),
    skips_nonce: false,
    profile: openIdProfile(),
  };
}
