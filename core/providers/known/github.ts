// GitHub, or a GitHub Enterprise Server at _URL, whose API has another path.
import {
  hostOrDefault,
  isVerified,
  listOrEmpty,
  type OAuth2Definition,
  type ProviderConfig,
  readMember,
  textOrEmpty,
} from '../provider.ts';

const apiOf = (config: ProviderConfig): string => {
  const base = hostOrDefault(config, 'https://api.github.com');
  return base.endsWith('api.github.com') ? base : `${base}/api/v3`;
};

export const provider: OAuth2Definition = {
  title: 'GitHub',
  vendor: {
    console: 'GitHub → Settings → Developer settings → OAuth Apps',
    wrong_code: ['bad_verification_code'],
    wrong_client: ['incorrect_client_credentials', 'Not Found'],
  },
  protocol: 'oauth2',
  scopes: 'user:email',
  extra_scopes: true,
  client_auth: 'post',
  pkce: true,
  endpoints: (config) => ({
    authorize: `${hostOrDefault(config, 'https://github.com')}/login/oauth/authorize`,
    token: `${hostOrDefault(config, 'https://github.com')}/login/oauth/access_token`,
    api: apiOf(config),
  }),
  user_requests: ({ endpoints: { api } }) => ({ user: { url: `${api}/user` }, emails: { url: `${api}/user/emails` } }),
  profile: ({ answers: { user, emails } }, config) => ({
    subject: textOrEmpty(readMember(user, 'id')),
    emails: listOrEmpty(emails).map((entry) => ({
      email: textOrEmpty(readMember(entry, 'email')),
      verified: isVerified(entry, { by: ['verified'] }),
      primary: readMember(entry, 'primary') === true,
    })),
    data: {
      iss: apiOf(config),
      name: textOrEmpty(readMember(user, 'name')),
      full_name: textOrEmpty(readMember(user, 'name')),
      avatar_url: textOrEmpty(readMember(user, 'avatar_url')),
      user_name: textOrEmpty(readMember(user, 'login')),
      preferred_username: textOrEmpty(readMember(user, 'login')),
    },
  }),
};
