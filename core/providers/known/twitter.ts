// Twitter, the only provider with OAuth 1.0a, which has no scopes and no refresh tokens. Every request is signed.
import {
  hostOrDefault,
  type OAuth1Definition,
  type ProviderConfig,
  readMember,
  readProviderEmail,
  textOrEmpty,
} from '../provider.ts';

const apiOf = (config: ProviderConfig): string => hostOrDefault(config, 'https://api.twitter.com');
const profileUrlOf = (config: ProviderConfig): string =>
  `${apiOf(config)}/1.1/account/verify_credentials.json?include_entities=false&skip_status=true&include_email=true`;

export const provider: OAuth1Definition = {
  title: 'Twitter',
  vendor: { console: 'X developer portal → the app', credentials: 'API Key and API Key Secret' },
  protocol: 'oauth1',
  request_token: (config) => `${apiOf(config)}/oauth/request_token`,
  endpoints: (config) => ({
    authorize: `${apiOf(config)}/oauth/authenticate`,
    token: `${apiOf(config)}/oauth/access_token`,
    api: apiOf(config),
  }),
  user_requests: ({ config }) => ({ user: { url: profileUrlOf(config) } }),
  profile: ({ answers: { user } }, config) => {
    const name = textOrEmpty(readMember(user, 'name'));
    const picture = textOrEmpty(readMember(user, 'profile_image_url_https'));
    const login = textOrEmpty(readMember(user, 'screen_name'));
    return {
      subject: textOrEmpty(readMember(user, 'id_str')),
      emails: readProviderEmail(user, { always: true }),
      data: {
        iss: profileUrlOf(config),
        name,
        full_name: name,
        picture,
        avatar_url: picture,
        user_name: login,
        preferred_username: login,
      },
    };
  },
};
