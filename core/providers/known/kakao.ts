// Kakao. An address counts as verified if Kakao marks it as both valid and verified.
import {
  hostOrDefault,
  isVerified,
  type OAuth2Definition,
  type ProviderConfig,
  readMember,
  readProviderEmail,
  textOrEmpty,
} from '../provider.ts';

const apiOf = (config: ProviderConfig): string => hostOrDefault(config, 'https://kapi.kakao.com');

export const provider: OAuth2Definition = {
  title: 'Kakao',
  vendor: { console: 'Kakao Developers → the app → Kakao Login' },
  protocol: 'oauth2',
  scopes: 'account_email profile_image profile_nickname',
  extra_scopes: true,
  client_auth: 'post',
  pkce: false,
  endpoints: (config) => {
    const site = hostOrDefault(config, 'https://kauth.kakao.com');
    return { authorize: `${site}/oauth/authorize`, token: `${site}/oauth/token`, api: apiOf(config) };
  },
  user_requests: ({ endpoints: { api } }) => ({ user: { url: `${api}/v2/user/me` } }),
  profile: ({ answers: { user } }, config) => {
    const account = readMember(user, 'kakao_account');
    const name = textOrEmpty(readMember(account, 'profile', 'nickname'));
    return {
      subject: textOrEmpty(readMember(user, 'id')),
      emails: readProviderEmail(account, { by: ['is_email_verified'] }).map(({ verified, ...one }) => ({
        ...one,
        verified: verified && isVerified(account, { by: ['is_email_valid'] }),
      })),
      data: {
        iss: apiOf(config),
        name,
        full_name: name,
        avatar_url: textOrEmpty(readMember(account, 'profile', 'profile_image_url')),
        user_name: name,
        preferred_username: name,
      },
    };
  },
};
