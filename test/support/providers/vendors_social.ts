// Where people play, talk and listen: Discord, Facebook, LinkedIn, Snapchat, Spotify and Twitch.
import { createHmac } from 'node:crypto';
import { fullName, scoped, type Vendor } from './vendor.ts';
import { linkedinRefusal } from './vendors_openid.ts';

const DISCORD: Vendor = {
  authorize: 'https://discord.com/api/oauth2/authorize',
  token: 'https://discord.com/api/oauth2/token',
  login: 'either',
  scopes: ['email', 'identify', 'guilds'],
  pkce: true,
  resources: {
    'https://discord.com/api/users/@me': scoped(['identify'], (_request, { person, scopes }) => ({
      body: {
        id: person.id,
        username: person.login,
        discriminator: '0',
        global_name: fullName(person),
        avatar: 'a_0815',
        ...(scopes.includes('email') ? { email: person.email, verified: person.verified } : {}),
      },
    })),
  },
};

const FACEBOOK: Vendor = {
  authorize: 'https://www.facebook.com/dialog/oauth',
  token: 'https://graph.facebook.com/oauth/access_token',
  login: 'body',
  scopes: ['email', 'public_profile', 'openid'],
  refusal: (error, text) => ({
    status: 400,
    body: { error: { message: text, type: 'OAuthException', code: error === 'invalid_client' ? 1 : 100 } },
  }),
  tokens: () => ({ token_type: 'bearer', refresh_token: undefined, scope: undefined }),
  resources: {
    'https://graph.facebook.com/me': ({ url, headers }, { app, person }) => {
      const token = headers.authorization?.replace(/^Bearer /i, '') ?? '';
      const proof = createHmac('sha256', app.secret).update(token).digest('hex');
      if (url.searchParams.get('appsecret_proof') !== proof) {
        const message = 'Invalid appsecret_proof provided in the API argument';
        return { status: 400, body: { error: { message, type: 'GraphMethodException', code: 100 } } };
      }
      const known: Record<string, unknown> = {
        email: person.email ?? undefined,
        first_name: person.given,
        last_name: person.family,
        name: fullName(person),
        picture: { data: { url: person.picture, width: 50, height: 50, is_silhouette: false } },
      };
      const asked = (url.searchParams.get('fields') ?? 'name').split(',');
      return { body: { id: person.id, ...Object.fromEntries(asked.map((name) => [name, known[name]])) } };
    },
  },
};

const LINKEDIN: Vendor = {
  authorize: 'https://api.linkedin.com/oauth/v2/authorization',
  token: 'https://api.linkedin.com/oauth/v2/accessToken',
  login: 'body',
  scopes: ['r_emailaddress', 'r_liteprofile', 'w_member_social'],
  refusal: linkedinRefusal,
  tokens: () => ({ refresh_token: undefined }),
  resources: {
    'https://api.linkedin.com/v2/me': scoped(['r_liteprofile'], ({ url }, { person }) => {
      const named = (value: string) => ({
        localized: { en_US: value },
        preferredLocale: { country: 'US', language: 'en' },
      });
      const pictures = url.searchParams.get('projection')?.includes('displayImage~')
        ? { profilePicture: { 'displayImage~': { elements: [{ identifiers: [{ identifier: person.picture }] }] } } }
        : {};
      return { body: { id: person.id, firstName: named(person.given), lastName: named(person.family), ...pictures } };
    }),
    'https://api.linkedin.com/v2/emailAddress': scoped(['r_emailaddress'], ({ url }, { person }) => {
      if (url.searchParams.get('q') !== 'members') return { status: 400, body: { message: 'q is missing' } };
      const element = { 'handle~': { emailAddress: person.email }, handle: 'urn:li:emailAddress:1' };
      return { body: { elements: person.email === null ? [] : [element] } };
    }),
  },
};

const SNAP = 'https://auth.snapchat.com/oauth2/api';
const SNAPCHAT: Vendor = {
  authorize: 'https://accounts.snapchat.com/accounts/oauth2/auth',
  token: 'https://accounts.snapchat.com/accounts/oauth2/token',
  login: 'either',
  scopes: [`${SNAP}/user.external_id`, `${SNAP}/user.display_name`, `${SNAP}/user.bitmoji.avatar`],
  pkce: true,
  resources: {
    'https://kit.snapchat.com/v1/me': scoped([`${SNAP}/user.external_id`], ({ url }, { person }) => {
      const query = url.searchParams.get('query') ?? '';
      if (!/^\{\s*me\s*\{.*\}\s*\}$/s.test(query)) return { status: 400, body: { errors: ['no query'] } };
      const me: Record<string, unknown> = {};
      if (query.includes('externalId')) me.externalId = `CAESI${person.id}`;
      if (query.includes('displayName')) me.displayName = fullName(person);
      if (query.includes('bitmoji')) me.bitmoji = { avatar: person.picture, id: 'b1' };
      // There is no scope for it; partners are told one all the same.
      if (query.includes('email') && person.email !== null) me.email = person.email;
      return { body: { data: { me }, errors: [] } };
    }),
  },
};

const SPOTIFY: Vendor = {
  authorize: 'https://accounts.spotify.com/authorize',
  token: 'https://accounts.spotify.com/api/token',
  login: 'either',
  scopes: ['user-read-email', 'user-read-private'],
  pkce: true,
  resources: {
    'https://api.spotify.com/v1/me': (_request, { person, scopes }) => ({
      body: {
        id: person.login,
        display_name: fullName(person),
        images: [
          { url: `${person.picture}?small`, width: 64, height: 64 },
          { url: person.picture, width: 300, height: 300 },
        ],
        type: 'user',
        ...(scopes.includes('user-read-email') ? { email: person.email } : {}),
      },
    }),
  },
};

const TWITCH: Vendor = {
  authorize: 'https://id.twitch.tv/oauth2/authorize',
  token: 'https://id.twitch.tv/oauth2/token',
  login: 'body',
  scopes: ['user:read:email', 'channel:read:subscriptions'],
  refusal: (error, text) => {
    const status = error === 'invalid_client' ? 403 : 400;
    const said: Record<string, string> = {
      invalid_client: 'invalid client secret',
      invalid_grant: 'Invalid authorization code',
    };
    return { status, body: { status, message: said[error] ?? text } };
  },
  // A list, where RFC 6749 has a text.
  tokens: (grant) => ({ token_type: 'bearer', scope: grant.scopes }),
  resources: {
    'https://api.twitch.tv/helix/users': ({ headers }, { app, person, scopes }) => {
      if (headers['client-id'] === undefined) return unauthorized('Client ID is missing');
      if (headers['client-id'] !== app.client_id) return unauthorized('Client ID and OAuth token do not match');
      const user = {
        id: person.id,
        login: person.login,
        display_name: fullName(person),
        type: '',
        broadcaster_type: 'affiliate',
        description: 'Plays engines.',
        profile_image_url: person.picture,
        offline_image_url: '',
        view_count: 7,
        ...(scopes.includes('user:read:email') ? { email: person.email } : {}),
      };
      return { body: { data: [user] } };
    },
  },
};

const unauthorized = (message: string) => ({ status: 401, body: { error: 'Unauthorized', status: 401, message } });

export const SOCIAL_VENDORS = {
  discord: DISCORD,
  facebook: FACEBOOK,
  linkedin: LINKEDIN,
  snapchat: SNAPCHAT,
  spotify: SPOTIFY,
  twitch: TWITCH,
} satisfies Record<string, Vendor>;
