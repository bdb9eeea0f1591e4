// Zoom. `verified` is a number that is meaningful only for accounts that signed up with an address, so no address
// counts as verified.
import {
  hostOrDefault,
  type OAuth2Definition,
  type ProviderConfig,
  readMember,
  readProviderEmail,
  textOrEmpty,
} from '../provider.ts';

const apiOf = (config: ProviderConfig): string => `${hostOrDefault(config, 'https://api.zoom.us')}/v2`;

export const provider: OAuth2Definition = {
  title: 'Zoom',
  vendor: { console: 'Zoom App Marketplace → Manage → the app → Basic Information' },
  protocol: 'oauth2',
  // The app's registration defines the scopes.
  scopes: '',
  extra_scopes: false,
  client_auth: 'basic',
  pkce: true,
  endpoints: (config) => {
    const site = hostOrDefault(config, 'https://zoom.us');
    return { authorize: `${site}/oauth/authorize`, token: `${site}/oauth/token`, api: apiOf(config) };
  },
  user_requests: ({ endpoints: { api } }) => ({ user: { url: `${api}/users/me` } }),
  profile: ({ answers: { user } }, config) => {
    const name = `${textOrEmpty(readMember(user, 'first_name'))} ${textOrEmpty(readMember(user, 'last_name'))}`.trim();
    const picture = textOrEmpty(readMember(user, 'pic_url'));
    return {
      subject: textOrEmpty(readMember(user, 'id')),
      emails: readProviderEmail(user, { by: [] }),
      data: { iss: apiOf(config), name, full_name: name, picture, avatar_url: picture },
    };
  },
};
