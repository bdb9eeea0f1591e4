// Spotify. According to its documentation, addresses are not verified.
import {
  hostOrDefault,
  listOrEmpty,
  type OAuth2Definition,
  type ProviderConfig,
  readMember,
  readProviderEmail,
  textOrEmpty,
} from '../provider.ts';

const accountsOf = (config: ProviderConfig): string => hostOrDefault(config, 'https://accounts.spotify.com');
const apiOf = (config: ProviderConfig): string => `${hostOrDefault(config, 'https://api.spotify.com')}/v1`;

/** Returns the area of an image. Width and height may be null. */
const area = (image: unknown): number =>
  Number(readMember(image, 'width') ?? 0) * Number(readMember(image, 'height') ?? 0);

export const provider: OAuth2Definition = {
  title: 'Spotify',
  vendor: { console: 'Spotify for Developers → Dashboard → the app' },
  protocol: 'oauth2',
  scopes: 'user-read-email',
  extra_scopes: true,
  client_auth: 'basic',
  pkce: true,
  endpoints: (config) => ({
    authorize: `${accountsOf(config)}/authorize`,
    token: `${accountsOf(config)}/api/token`,
    api: apiOf(config),
  }),
  user_requests: ({ endpoints: { api } }) => ({ user: { url: `${api}/me` } }),
  profile: ({ answers: { user } }, config) => {
    const [largest] = listOrEmpty(readMember(user, 'images')).toSorted((one, other) => area(other) - area(one));
    const name = textOrEmpty(readMember(user, 'display_name'));
    const picture = textOrEmpty(readMember(largest, 'url'));
    return {
      subject: textOrEmpty(readMember(user, 'id')),
      emails: readProviderEmail(user, { by: [] }),
      data: { iss: apiOf(config), name, full_name: name, picture, avatar_url: picture },
    };
  },
};
