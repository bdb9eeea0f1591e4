// Figma.
import {
  hostOrDefault,
  type OAuth2Definition,
  type ProviderConfig,
  readMember,
  readProviderEmail,
  textOrEmpty,
} from '../provider.ts';

const apiOf = (config: ProviderConfig): string => hostOrDefault(config, 'https://api.figma.com');

export const provider: OAuth2Definition = {
  title: 'Figma',
  vendor: { console: 'Figma for Developers → My apps' },
  protocol: 'oauth2',
  scopes: 'current_user:read',
  extra_scopes: true,
  client_auth: 'basic',
  pkce: true,
  endpoints: (config) => ({
    authorize: `${hostOrDefault(config, 'https://www.figma.com')}/oauth`,
    token: `${apiOf(config)}/v1/oauth/token`,
    api: apiOf(config),
  }),
  user_requests: ({ endpoints: { api } }) => ({ user: { url: `${api}/v1/me` } }),
  profile: ({ answers: { user } }, config) => ({
    subject: textOrEmpty(readMember(user, 'id')),
    emails: readProviderEmail(user, { always: true }),
    data: {
      iss: apiOf(config),
      name: textOrEmpty(readMember(user, 'handle')),
      full_name: textOrEmpty(readMember(user, 'handle')),
      avatar_url: textOrEmpty(readMember(user, 'img_url')),
    },
  }),
};
