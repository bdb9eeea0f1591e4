// Twitch, whose API requires the client id in addition to the token.
import { undefinedIfEmpty } from '../claims.ts';
import {
  hostOrDefault,
  type OAuth2Definition,
  type ProviderConfig,
  readMember,
  readProviderEmail,
  textOrEmpty,
} from '../provider.ts';

const idOf = (config: ProviderConfig): string => `${hostOrDefault(config, 'https://id.twitch.tv')}/oauth2`;
const apiOf = (config: ProviderConfig): string => hostOrDefault(config, 'https://api.twitch.tv');

export const provider: OAuth2Definition = {
  title: 'Twitch',
  vendor: {
    console: 'Twitch Developers → Your Console → Applications',
    wrong_code: ['Invalid authorization code'],
    wrong_client: ['invalid client', 'invalid client secret'],
  },
  protocol: 'oauth2',
  scopes: 'user:read:email',
  extra_scopes: true,
  client_auth: 'post',
  pkce: false,
  endpoints: (config) => ({
    authorize: `${idOf(config)}/authorize`,
    token: `${idOf(config)}/token`,
    api: apiOf(config),
  }),
  user_requests: ({ config, endpoints: { api } }) => ({
    user: { url: `${api}/helix/users`, headers: { 'Client-Id': config.client_id } },
  }),
  profile: ({ answers }, config) => {
    const user = readMember(answers.user, 'data', '0');
    if (user === undefined) throw new Error('the list of users is empty');
    const [name, nickname] = [textOrEmpty(readMember(user, 'login')), textOrEmpty(readMember(user, 'display_name'))];
    const picture = textOrEmpty(readMember(user, 'profile_image_url'));
    const claims = ['broadcaster_type', 'description', 'type', 'offline_image_url', 'view_count'];
    return {
      subject: textOrEmpty(readMember(user, 'id')),
      emails: readProviderEmail(user, { always: true }),
      data: {
        iss: apiOf(config),
        name,
        full_name: name,
        picture,
        avatar_url: picture,
        nickname,
        slug: nickname,
        custom_claims: undefinedIfEmpty(Object.fromEntries(claims.map((claim) => [claim, readMember(user, claim)]))),
      },
    };
  },
};
