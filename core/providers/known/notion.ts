// Notion. The user is the owner of the token's bot: the person who connected the workspace.
import {
  hostOrDefault,
  type OAuth2Definition,
  type ProviderConfig,
  readMember,
  readProviderEmail,
  textOrEmpty,
} from '../provider.ts';

const baseOf = (config: ProviderConfig): string => hostOrDefault(config, 'https://api.notion.com');

/** Required by Notion's API. */
const VERSION = { 'Notion-Version': '2021-08-16' };

export const provider: OAuth2Definition = {
  title: 'Notion',
  vendor: { console: 'Notion → My integrations' },
  protocol: 'oauth2',
  scopes: '',
  extra_scopes: false,
  client_auth: 'basic',
  pkce: false,
  endpoints: (config) => ({
    authorize: `${baseOf(config)}/v1/oauth/authorize`,
    token: `${baseOf(config)}/v1/oauth/token`,
    api: `${baseOf(config)}/v1`,
  }),
  user_requests: ({ endpoints: { api } }) => ({ user: { url: `${api}/users/me`, headers: VERSION } }),
  profile: ({ answers: { user } }, config) => {
    const owner = readMember(user, 'bot', 'owner', 'user');
    const name = textOrEmpty(readMember(owner, 'name'));
    const picture = textOrEmpty(readMember(owner, 'avatar_url'));
    return {
      subject: textOrEmpty(readMember(owner, 'id')),
      emails: readProviderEmail(readMember(owner, 'person'), { always: true }),
      data: { iss: baseOf(config), name, full_name: name, picture, avatar_url: picture },
    };
  },
};
