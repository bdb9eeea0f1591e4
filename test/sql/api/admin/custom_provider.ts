// Helpers for tests of custom providers: one provider of each type, and an administrator's calls.
import { randomUUID } from 'node:crypto';
import type { CallArguments } from '../../../support/database/sql_api.ts';

export const ADMIN = { claims: { role: 'service_role', exp: 4e9 } } as const;
export const ISSUER = 'https://id.example.com';
export const DISCOVERY_DOCUMENT = {
  issuer: ISSUER,
  authorization_endpoint: `${ISSUER}/authorize`,
  token_endpoint: `${ISSUER}/token`,
  jwks_uri: `${ISSUER}/keys`,
};

let last = 0;
export function newIdentifier(): string {
  last += 1;
  return `custom:acme-${last}`;
}

export function oidcProvider(more: CallArguments = {}): CallArguments {
  return {
    identifier: newIdentifier(),
    provider_type: 'oidc',
    name: 'Acme',
    client_id: 'client',
    issuer: ISSUER,
    ...more,
  };
}

export function oauth2Provider(more: CallArguments = {}): CallArguments {
  return {
    identifier: newIdentifier(),
    provider_type: 'oauth2',
    name: 'Acme',
    client_id: 'client',
    authorization_url: `${ISSUER}/authorize`,
    token_url: `${ISSUER}/token`,
    userinfo_url: `${ISSUER}/me`,
    ...more,
  };
}

/** Returns the arguments that create a provider. */
export function createArguments(provider: CallArguments, more: CallArguments = {}): CallArguments {
  const discovery_document = provider.provider_type === 'oidc' ? DISCOVERY_DOCUMENT : null;
  return { ...ADMIN, id: randomUUID(), provider, secret: 'sealed', discovery_document, ...more };
}
