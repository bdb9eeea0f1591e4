// X with OAuth 2.0. X returns an address only if the user has confirmed it.
import { undefinedIfEmpty } from '../claims.ts';
import {
  hostOrDefault,
  type OAuth2Definition,
  type ProviderConfig,
  readMember,
  readProviderEmail,
  textOrEmpty,
} from '../provider.ts';

const apiOf = (config: ProviderConfig): string => hostOrDefault(config, 'https://api.x.com');
const FIELDS = 'id,name,username,confirmed_email,profile_image_url,url,created_at';

export const provider: OAuth2Definition = {
  title: 'X',
  vendor: {
    console: "X developer portal → the project's app → User authentication settings",
    wrong_code: ['invalid_request'],
  },
  protocol: 'oauth2',
  // Without tweet.read the user cannot be requested. offline.access requests a refresh token.
  scopes: 'users.email tweet.read users.read offline.access',
  extra_scopes: true,
  client_auth: 'basic',
  pkce: true,
  endpoints: (config) => ({
    authorize: `${hostOrDefault(config, 'https://x.com')}/i/oauth2/authorize`,
    token: `${apiOf(config)}/2/oauth2/token`,
    api: apiOf(config),
  }),
  user_requests: ({ endpoints: { api } }) => ({ user: { url: `${api}/2/users/me?user.fields=${FIELDS}` } }),
  profile: ({ answers }, config) => {
    const user = readMember(answers.user, 'data');
    const name = textOrEmpty(readMember(user, 'name'));
    const login = textOrEmpty(readMember(user, 'username'));
    const picture = textOrEmpty(readMember(user, 'profile_image_url'));
    return {
      subject: textOrEmpty(readMember(user, 'id')),
      emails: readProviderEmail(user, { name: 'confirmed_email', always: true }),
      data: {
        iss: apiOf(config),
        name,
        full_name: name,
        picture,
        avatar_url: picture,
        user_name: login,
        preferred_username: login,
        profile: login === '' ? '' : `https://x.com/${login}`,
        website: textOrEmpty(readMember(user, 'url')),
        custom_claims: undefinedIfEmpty({ created_at: readMember(user, 'created_at') }),
      },
    };
  },
};
