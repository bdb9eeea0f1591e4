// Google. The ID token contains the whole profile. Without an ID token, the profile is requested.
import { undefinedIfEmpty } from '../claims.ts';
import { type OAuth2Definition, readMember, readProviderEmail, textOrEmpty, type UserRequest } from '../provider.ts';

const ISSUER = 'https://accounts.google.com';
const keysOf = (issuer: string): string | null =>
  issuer === ISSUER || issuer === 'accounts.google.com' ? ISSUER : null;

export const provider: OAuth2Definition = {
  title: 'Google',
  vendor: { console: 'Google Cloud console → APIs & Services → Credentials', issuer: () => ISSUER },
  protocol: 'oauth2',
  url: 'ignored',
  scopes: 'email profile',
  extra_scopes: true,
  client_auth: 'post',
  pkce: true,
  // In older tokens the issuer has no scheme.
  id_token: { required: false, keys_of: keysOf, nonce: true },
  id_token_rules: { issuer: () => ISSUER, keys_of: keysOf },
  endpoints: () => ({
    authorize: `${ISSUER}/o/oauth2/v2/auth`,
    token: 'https://oauth2.googleapis.com/token',
    api: 'https://www.googleapis.com',
  }),
  user_requests: ({ id_token, endpoints: { api } }): Record<string, UserRequest> =>
    id_token === null ? { user: { url: `${api}/userinfo/v2/me` } } : {},
  profile: ({ id_token, answers }) => {
    const user = id_token ?? answers.user;
    const name = textOrEmpty(readMember(user, 'name'));
    const picture = textOrEmpty(readMember(user, 'picture'));
    return {
      subject: textOrEmpty(readMember(user, id_token === null ? 'id' : 'sub')),
      emails: readProviderEmail(user, { by: ['email_verified', 'verified_email'] }),
      data: {
        iss: id_token === null ? ISSUER : textOrEmpty(readMember(id_token, 'iss')),
        name,
        full_name: name,
        picture,
        avatar_url: picture,
        custom_claims: undefinedIfEmpty({ hd: readMember(user, 'hd') }),
      },
    };
  },
};
