// LinkedIn's "Sign In with LinkedIn using OpenID Connect", the product for new applications.
import { type OAuth2Definition, readMember, readProviderEmail, textOrEmpty } from '../provider.ts';

const ISSUER = 'https://www.linkedin.com/oauth';

export const provider: OAuth2Definition = {
  title: 'LinkedIn (OpenID Connect)',
  vendor: {
    console: 'LinkedIn Developers → the app → Auth',
    issuer: () => ISSUER,
    wrong_code: ['invalid_request'],
  },
  unlisted: true,
  protocol: 'oauth2',
  url: 'ignored',
  scopes: 'openid email profile',
  extra_scopes: true,
  client_auth: 'post',
  pkce: false,
  id_token: { required: true, keys_of: (issuer) => (issuer === ISSUER ? ISSUER : null) },
  endpoints: () => ({ authorize: `${ISSUER}/v2/authorization`, token: `${ISSUER}/v2/accessToken`, api: ISSUER }),
  profile: ({ id_token }) => {
    const name = textOrEmpty(readMember(id_token, 'name'));
    const picture = textOrEmpty(readMember(id_token, 'picture'));
    return {
      subject: textOrEmpty(readMember(id_token, 'sub')),
      emails: readProviderEmail(id_token),
      data: { iss: textOrEmpty(readMember(id_token, 'iss')), name, full_name: name, picture, avatar_url: picture },
    };
  },
};
