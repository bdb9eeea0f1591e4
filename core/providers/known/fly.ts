// Fly.io, for extensions. The token info endpoint also returns the user.
import { undefinedIfEmpty } from '../claims.ts';
import {
  hostOrDefault,
  type OAuth2Definition,
  type ProviderConfig,
  readMember,
  readProviderEmail,
  textOrEmpty,
} from '../provider.ts';

const siteOf = (config: ProviderConfig): string => hostOrDefault(config, 'https://api.fly.io');
const CLAIMS = ['resource_owner_id', 'organizations', 'application', 'scope', 'created_at'];

export const provider: OAuth2Definition = {
  title: 'Fly.io',
  vendor: { console: "Fly.io's extensions programme, which registers the application" },
  protocol: 'oauth2',
  scopes: 'read',
  extra_scopes: true,
  client_auth: 'either',
  pkce: false,
  endpoints: (config) => ({
    authorize: `${siteOf(config)}/oauth/authorize`,
    token: `${siteOf(config)}/oauth/token`,
    api: siteOf(config),
  }),
  user_requests: ({ endpoints: { api } }) => ({ user: { url: `${api}/oauth/token/info` } }),
  profile: ({ answers: { user } }, config) => ({
    subject: textOrEmpty(readMember(user, 'user_id')),
    emails: readProviderEmail(user, { always: true }),
    data: {
      iss: siteOf(config),
      full_name: textOrEmpty(readMember(user, 'user_name')),
      custom_claims: undefinedIfEmpty(Object.fromEntries(CLAIMS.map((claim) => [claim, readMember(user, claim)]))),
    },
  }),
};
