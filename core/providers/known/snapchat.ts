// Snapchat. The user is requested with a GraphQL query. Few applications get an e-mail address.
import { openIdProfile } from '../openid.ts';
import {
  hostOrDefault,
  type OAuth2Definition,
  type ProviderConfig,
  readMember,
  readProviderEmail,
  textOrEmpty,
} from '../provider.ts';

const SCOPE = 'https://auth.snapchat.com/oauth2/api/user';
const QUERY = '{me { externalId displayName bitmoji { avatar id } email } }';
const accountsOf = (config: ProviderConfig): string =>
  `${hostOrDefault(config, 'https://accounts.snapchat.com')}/accounts/oauth2`;

export const provider: OAuth2Definition = {
  title: 'Snapchat',
  vendor: { console: 'Snap Kit developer portal → the app' },
  protocol: 'oauth2',
  scopes: `${SCOPE}.external_id ${SCOPE}.display_name ${SCOPE}.bitmoji.avatar`,
  extra_scopes: true,
  client_auth: 'post',
  pkce: true,
  endpoints: (config) => ({
    authorize: `${accountsOf(config)}/auth`,
    token: `${accountsOf(config)}/token`,
    api: `${hostOrDefault(config, 'https://kit.snapchat.com')}/v1`,
  }),
  id_token_rules: {
    issuer: (config) => `${accountsOf(config)}/token`,
    keys_of: (issuer, config) => (issuer === `${accountsOf(config)}/token` ? issuer : null),
    profile: openIdProfile(),
  },
  user_requests: ({ endpoints: { api } }) => ({ user: { url: `${api}/me?query=${encodeURIComponent(QUERY)}` } }),
  profile: ({ answers: { user } }, config) => {
    const me = readMember(user, 'data', 'me');
    const name = textOrEmpty(readMember(me, 'displayName'));
    const picture = textOrEmpty(readMember(me, 'bitmoji', 'avatar'));
    return {
      subject: textOrEmpty(readMember(me, 'externalId')),
      emails: readProviderEmail(me, { always: true }),
      data: {
        iss: `${accountsOf(config)}/token`,
        name,
        full_name: name,
        picture,
        avatar_url: picture,
        slug: name,
      },
    };
  },
};
