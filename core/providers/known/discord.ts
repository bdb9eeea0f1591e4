// Discord. Newer accounts have unique names and the discriminator 0.
import { undefinedIfEmpty } from '../claims.ts';
import {
  hostOrDefault,
  type OAuth2Definition,
  type ProviderConfig,
  readMember,
  readProviderEmail,
  textOrEmpty,
} from '../provider.ts';

const CDN = 'https://cdn.discordapp.com';
const apiOf = (config: ProviderConfig): string => `${hostOrDefault(config, 'https://discord.com')}/api`;

function buildAvatarUrl(user: unknown): string {
  const [id, hash] = [textOrEmpty(readMember(user, 'id')), textOrEmpty(readMember(user, 'avatar'))];
  if (hash !== '') return `${CDN}/avatars/${id}/${hash}.${hash.startsWith('a_') ? 'gif' : 'png'}`;
  const discriminator = textOrEmpty(readMember(user, 'discriminator'));
  if (!/^\d+$/.test(discriminator)) throw new Error('the discriminator is no number');
  return `${CDN}/embed/avatars/${Number(discriminator) % 5}.png`;
}

export const provider: OAuth2Definition = {
  title: 'Discord',
  vendor: { console: 'Discord Developer Portal → OAuth2' },
  protocol: 'oauth2',
  scopes: 'email identify',
  extra_scopes: true,
  client_auth: 'post',
  pkce: true,
  endpoints: (config) => ({
    authorize: `${apiOf(config)}/oauth2/authorize`,
    token: `${apiOf(config)}/oauth2/token`,
    api: apiOf(config),
  }),
  user_requests: ({ endpoints: { api } }) => ({ user: { url: `${api}/users/@me` } }),
  profile: ({ answers: { user } }, config) => ({
    subject: textOrEmpty(readMember(user, 'id')),
    emails: readProviderEmail(user, { by: ['verified'] }),
    data: {
      iss: apiOf(config),
      name: `${textOrEmpty(readMember(user, 'username'))}#${textOrEmpty(readMember(user, 'discriminator'))}`,
      full_name: textOrEmpty(readMember(user, 'username')),
      picture: buildAvatarUrl(user),
      avatar_url: buildAvatarUrl(user),
      custom_claims: undefinedIfEmpty({ global_name: readMember(user, 'global_name') }),
    },
  }),
};
