// Facebook. The profile request proves that it comes from the application to which the token was issued.
import { createHmac } from 'node:crypto';
import { openIdProfile } from '../openid.ts';
import {
  hostOrDefault,
  type OAuth2Definition,
  type ProviderConfig,
  readMember,
  readProviderEmail,
  textOrEmpty,
} from '../provider.ts';

const graphOf = (config: ProviderConfig): string => hostOrDefault(config, 'https://graph.facebook.com');
const PROFILE = '/me?fields=email,first_name,last_name,name,picture';

const ISSUER = 'https://www.facebook.com';

export const provider: OAuth2Definition = {
  title: 'Facebook',
  vendor: { console: 'Meta for Developers → the app', wrong_code: ['100'], wrong_client: ['1', '101'] },
  protocol: 'oauth2',
  scopes: 'email',
  extra_scopes: true,
  client_auth: 'post',
  pkce: false,
  endpoints: (config) => ({
    authorize: `${hostOrDefault(config, 'https://www.facebook.com')}/dialog/oauth`,
    token: `${graphOf(config)}/oauth/access_token`,
    api: graphOf(config),
  }),
  user_requests: ({ config, endpoints: { api }, tokens: { access_token } }) => {
    const proof = createHmac('sha256', config.secret).update(access_token).digest('hex');
    return { user: { url: `${api}${PROFILE}&appsecret_proof=${proof}` } };
  },
  // The mobile SDK (Limited Login) puts the nonce into the ID token unhashed. Postern expects its SHA-256 digest, so
  // the nonce is not compared.
  id_token_rules: {
    issuer: () => ISSUER,
    keys_of: (issuer) => (issuer === ISSUER ? ISSUER : null),
    skips_nonce: true,
    profile: openIdProfile({ always: true }),
  },
  profile: ({ answers: { user } }, config) => {
    const name = `${textOrEmpty(readMember(user, 'first_name'))} ${textOrEmpty(readMember(user, 'last_name'))}`.trim();
    const picture = textOrEmpty(readMember(user, 'picture', 'data', 'url'));
    const nickname = textOrEmpty(readMember(user, 'name'));
    return {
      subject: textOrEmpty(readMember(user, 'id')),
      // Accounts created with a phone number may have no address.
      emails: readProviderEmail(user, { always: true }),
      data: {
        iss: `${graphOf(config)}${PROFILE}`,
        name,
        full_name: name,
        picture,
        avatar_url: picture,
        nickname,
        slug: nickname,
      },
    };
  },
};
