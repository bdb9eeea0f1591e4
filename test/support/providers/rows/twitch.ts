// Twitch: the mock, a sample profile and the expected result.
import { ADA_EMAIL, ADA_PICTURE, ADA_PICTURE_URL, type ProviderRow, providerEmail } from '../row.ts';
import { fullName } from '../vendor.ts';

export const row: ProviderRow = {
  picky: true,
  mock: {
    authorize: 'https://id.twitch.tv/oauth2/authorize',
    token: 'https://id.twitch.tv/oauth2/token',
    login: 'body',
    scopes: ['user:read:email', 'channel:read:subscriptions'],
    refusal: (error, text) => {
      const status = error === 'invalid_client' ? 403 : 400;
      const errors: Record<string, string> = {
        invalid_client: 'invalid client secret',
        invalid_grant: 'Invalid authorization code',
      };
      return { status, body: { status, message: errors[error] ?? text } };
    },
    // Twitch returns the scopes as a list; RFC 6749 requires a string.
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
  },
  answer: {
    answered: {
      answers: {
        user: {
          data: [
            {
              id: '14',
              login: 'ada',
              display_name: 'Ada',
              type: '',
              broadcaster_type: 'partner',
              description: 'd',
              profile_image_url: ADA_PICTURE_URL,
              offline_image_url: '',
              view_count: 0,
              email: ADA_EMAIL,
              created_at: '2016-12-14T20:32:28Z',
            },
          ],
        },
      },
    },
    subject: '14',
    emails: [providerEmail(ADA_EMAIL)],
    data: {
      iss: 'https://api.twitch.tv',
      name: 'ada',
      full_name: 'ada',
      ...ADA_PICTURE,
      nickname: 'Ada',
      slug: 'Ada',
      custom_claims: { broadcaster_type: 'partner', description: 'd', type: '', offline_image_url: '', view_count: 0 },
    },
  },
};

const unauthorized = (message: string) => ({ status: 401, body: { error: 'Unauthorized', status: 401, message } });
