// External identity providers by name, anonymous users, and flows.
import { bool, duration } from '../row.ts';

/** The eighteen that clients know, in the order of GET /settings. None is part of this release. */
export const PROVIDERS = [
  'apple',
  'azure',
  'bitbucket',
  'discord',
  'facebook',
  'figma',
  'github',
  'gitlab',
  'google',
  'keycloak',
  'linkedin',
  'notion',
  'slack',
  'snapchat',
  'spotify',
  'twitch',
  'twitter',
  'workos',
] as const;

/** Newer ones, which GET /settings does not list: clients expect exactly the eighteen there. */
const UNLISTED = ['linkedin_oidc', 'slack_oidc'] as const;
export type ProviderName = (typeof PROVIDERS | typeof UNLISTED)[number];

export const EXTERNAL = {
  external_anonymous_users_enabled: bool(false, 'Sign-up without address.'),
  external_flow_state_expiry_duration: duration(300, 'Life of a PKCE or provider flow; at least 300 s.'),
} as const;
