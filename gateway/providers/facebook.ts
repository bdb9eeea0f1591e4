// Facebook. Each request carries a proof that it comes from the application the token was given to.
import { createHmac } from 'node:crypto';
import { host, member, type OAuth2Provider, oneEmail, type ProviderConfig, text } from './provider.ts';

const graphOf = (config: ProviderConfig): string => host(config, 'https://graph.facebook.com');
const profileOf = (config: ProviderConfig): string =>
  `${graphOf(config)}/me?fields=email,first_name,last_name,name,picture`;

export const FACEBOOK: OAuth2Provider = {
  name: 'facebook',
  title: 'Facebook',
  vendor: { console: 'Meta for Developers → the app', wrong_code: ['100'], wrong_client: ['1', '101'] },
  protocol: 'oauth2',
  scopes: 'email',
  extra_scopes: true,
  client_auth: 'post',
  pkce: false,
  endpoints: (config) => ({
    authorize: `${host(config, 'https://www.facebook.com')}/dialog/oauth`,
    token: `${graphOf(config)}/oauth/access_token`,
    api: graphOf(config),
  }),
  user_requests: ({ config, tokens: { access_token } }) => {
    const proof = createHmac('sha256', config.secret).update(access_token).digest('hex');
    return { user: { url: `${profileOf(config)}&appsecret_proof=${proof}` } };
  },
  profile: ({ answers: { user } }, config) => {
    const name = `${text(member(user, 'first_name'))} ${text(member(user, 'last_name'))}`.trim();
    const picture = text(member(user, 'picture', 'data', 'url'));
    const nickname = text(member(user, 'name'));
    return {
      subject: text(member(user, 'id')),
      // Absent for accounts that were made with a phone number.
      emails: oneEmail(member(user, 'email'), true),
      data: {
        iss: profileOf(config),
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
