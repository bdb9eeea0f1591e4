// X: the mock, a sample profile and the expected result.
import { ADA_EMAIL, ADA_NAME, ADA_PICTURE, ADA_PICTURE_URL, type ProviderRow, providerEmail } from '../row.ts';
import { fullName, requireScope } from '../vendor.ts';

export const row: ProviderRow = {
  mock: {
    authorize: 'https://x.com/i/oauth2/authorize',
    token: 'https://api.x.com/2/oauth2/token',
    login: 'basic',
    scopes: ['users.email', 'tweet.read', 'users.read', 'offline.access', 'tweet.write'],
    pkce: true,
    resources: {
      'https://api.x.com/2/users/me': requireScope(['users.read'], (_request, { person, scopes }) => ({
        body: {
          data: {
            id: person.id,
            name: fullName(person),
            username: person.login,
            profile_image_url: person.picture,
            created_at: '2013-12-14T04:35:55.000Z',
            ...(scopes.includes('users.email') && person.email !== null ? { confirmed_email: person.email } : {}),
          },
        },
      })),
    },
  },
  answer: {
    answered: {
      answers: {
        user: {
          data: {
            id: '2244994945',
            name: 'Ada Lovelace',
            username: 'ada',
            profile_image_url: ADA_PICTURE_URL,
            confirmed_email: ADA_EMAIL,
            url: 'https://t.co/ada',
            created_at: '2013-12-14T04:35:55.000Z',
          },
        },
      },
    },
    subject: '2244994945',
    emails: [providerEmail(ADA_EMAIL)],
    data: {
      iss: 'https://api.x.com',
      ...ADA_NAME,
      ...ADA_PICTURE,
      user_name: 'ada',
      preferred_username: 'ada',
      profile: 'https://x.com/ada',
      website: 'https://t.co/ada',
      custom_claims: { created_at: '2013-12-14T04:35:55.000Z' },
    },
  },
};
