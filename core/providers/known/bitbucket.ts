// Bitbucket Cloud. User and addresses are separate requests.
import {
  hostOrDefault,
  isVerified,
  listOrEmpty,
  type OAuth2Definition,
  type ProviderConfig,
  readMember,
  textOrEmpty,
} from '../provider.ts';

const apiOf = (config: ProviderConfig): string => `${hostOrDefault(config, 'https://api.bitbucket.org')}/2.0`;
const siteOf = (config: ProviderConfig): string => `${hostOrDefault(config, 'https://bitbucket.org')}/site/oauth2`;

export const provider: OAuth2Definition = {
  title: 'Bitbucket',
  vendor: { console: 'Workspace settings → OAuth consumers' },
  protocol: 'oauth2',
  scopes: 'account email',
  extra_scopes: false,
  client_auth: 'basic',
  pkce: false,
  endpoints: (config) => ({
    authorize: `${siteOf(config)}/authorize`,
    token: `${siteOf(config)}/access_token`,
    api: apiOf(config),
  }),
  user_requests: ({ endpoints: { api } }) => ({ user: { url: `${api}/user` }, emails: { url: `${api}/user/emails` } }),
  profile: ({ answers: { user, emails } }, config) => {
    const name = textOrEmpty(readMember(user, 'display_name'));
    const picture = textOrEmpty(readMember(user, 'links', 'avatar', 'href'));
    return {
      // The uuid includes braces.
      subject: textOrEmpty(readMember(user, 'uuid')),
      emails: listOrEmpty(readMember(emails, 'values')).map((entry) => ({
        email: textOrEmpty(readMember(entry, 'email')),
        verified: isVerified(entry, { by: ['is_confirmed'] }),
        primary: readMember(entry, 'is_primary') === true,
      })),
      data: { iss: apiOf(config), name, full_name: name, picture, avatar_url: picture },
    };
  },
};
