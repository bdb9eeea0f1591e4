// Discord. Newer accounts have unique names and the discriminator 0.
import { undefinedIfEmpty } from '../claims.ts';
import { emailOf, hostOrDefault, member, type OAuth2Definition, type ProviderConfig, text } from '../provider.ts';

const CDN = 'https://cdn.discordapp.com';
const apiOf = (config: ProviderConfig): string => `${hostOrDefault(config, 'https://discord.com')}/api`;

function pictureOf(user: unknown): string {
  const [id, hash] = [text(member(user, 'id')), text(member(user, 'avatar'))];
  if (hash !== '') return `${CDN}/avatars/${id}/${hash}.${hash.startsWith('a_') ? 'gif' : 'png'}`;
  const discriminator = text(member(user, 'discriminator'));
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
    subject: text(member(user, 'id')),
    emails: emailOf(user, { by: ['verified'] }),
    data: {
      iss: apiOf(config),
      name: `${text(member(user, 'username'))}#${text(member(user, 'discriminator'))}`,
      full_name: text(member(user, 'username')),
      picture: pictureOf(user),
      avatar_url: pictureOf(user),
      custom_claims: undefinedIfEmpty({ global_name: member(user, 'global_name') }),
    },
  }),
};
