// Vercel Marketplace. Users come from Vercel's dashboard with an ID token that contains the whole profile.
import { hostOrDefault, type OAuth2Definition, readMember, readProviderEmail, textOrEmpty } from '../provider.ts';

const ISSUER = 'https://marketplace.vercel.com';
const keysOf = (issuer: string): string | null => (issuer === ISSUER ? ISSUER : null);

export const provider: OAuth2Definition = {
  title: 'Vercel Marketplace',
  vendor: { console: 'Vercel → Integrations Console → the integration → Credentials', issuer: () => ISSUER },
  protocol: 'oauth2',
  scopes: '',
  extra_scopes: true,
  client_auth: 'either',
  pkce: false,
  id_token: { required: true, keys_of: keysOf },
  id_token_rules: { issuer: () => ISSUER, keys_of: keysOf },
  endpoints: (config) => {
    const site = hostOrDefault(config, 'https://api.vercel.com');
    return { authorize: `${site}/oauth/v2/authorization`, token: `${site}/oauth/v2/accessToken`, api: site };
  },
  profile: ({ id_token }) => {
    const name = textOrEmpty(readMember(id_token, 'user_name'));
    const picture = textOrEmpty(readMember(id_token, 'user_avatar_url'));
    return {
      subject: textOrEmpty(readMember(id_token, 'sub')),
      emails: readProviderEmail(id_token, { name: 'user_email', always: true }),
      data: { iss: textOrEmpty(readMember(id_token, 'iss')), name, full_name: name, picture, avatar_url: picture },
    };
  },
};
