// GitHub, or a GitHub Enterprise Server at _URL, whose API has another path.
import {
  entries,
  hostOrDefault,
  isVerified,
  member,
  type OAuth2Definition,
  type ProviderConfig,
  text,
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
    subject: text(member(user, 'id')),
    emails: entries(emails).map((entry) => ({
      email: text(member(entry, 'email')),
      verified: isVerified(entry, { by: ['verified'] }),
      primary: member(entry, 'primary') === true,
    })),
    data: {
      iss: apiOf(config),
      name: text(member(user, 'name')),
      full_name: text(member(user, 'name')),
      avatar_url: text(member(user, 'avatar_url')),
      user_name: text(member(user, 'login')),
      preferred_username: text(member(user, 'login')),
    },
  }),
};
