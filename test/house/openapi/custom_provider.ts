// A custom provider for the test of all operations.

/**
 * Saving this provider sends no request and resolves no name, because the type `oauth2` has no discovery document and
 * the URLs contain public IP addresses.
 */
export const PROVIDER = {
  provider_type: 'oauth2',
  identifier: 'custom:acme',
  name: 'Acme',
  client_id: 'x',
  client_secret: 'x',
  authorization_url: 'https://1.1.1.1/authorize',
  token_url: 'https://1.1.1.1/token',
  userinfo_url: 'https://1.1.1.1/me',
} as const;
