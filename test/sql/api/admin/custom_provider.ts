// Helpers of the tests of custom providers: one of each type, and the calls of an administrator.
import { randomUUID } from 'node:crypto';
import type { Args } from '../../../support/database/surface.ts';

export const ADMIN = { claims: { role: 'service_role', exp: 4e9 } } as const;
export const ISSUER = 'https://id.example.com';
export const DOCUMENT = {
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

export function oidc(more: Args = {}): Args {
  return {
    identifier: newIdentifier(),
    provider_type: 'oidc',
    name: 'Acme',
    client_id: 'client',
    issuer: ISSUER,
    ...more,
  };
}

export function oauth2(more: Args = {}): Args {
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

/** Returns the arguments that create one. */
export function creating(provider: Args, more: Args = {}): Args {
  const discovery_document = provider.provider_type === 'oidc' ? DOCUMENT : null;
  return { ...ADMIN, id: randomUUID(), provider, secret: 'sealed', discovery_document, ...more };
}
