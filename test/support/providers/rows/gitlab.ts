// GitLab: the mock, a sample profile and the expected result.
import { ADA_EMAIL, ADA_NAME, ADA_PICTURE, ADA_PICTURE_URL, type ProviderRow, providerEmail } from '../row.ts';
import { fullName, requireScope } from '../vendor.ts';

export const row: ProviderRow = {
  mock: {
    authorize: 'https://gitlab.com/oauth/authorize',
    token: 'https://gitlab.com/oauth/token',
    login: 'either',
    scopes: ['read_user', 'openid', 'profile', 'email', 'api'],
    pkce: true,
    tokens: (grant) => ({ created_at: 1_700_000_000, expires_in: 7200, scope: grant.scopes.join(' ') }),
    resources: {
      'https://gitlab.com/api/v4/user': requireScope(['read_user', 'api'], (_request, { person }) => ({
        body: {
          id: Number(person.id),
          username: person.login,
          name: fullName(person),
          avatar_url: person.picture,
          email: person.email,
          confirmed_at: person.verified ? '2020-01-01T00:00:00.000Z' : null,
        },
      })),
      'https://gitlab.com/api/v4/user/emails': requireScope(['read_user', 'api'], (_request, { person }) => ({
        body: [{ id: 1, email: `second-${person.login}@example.com`, confirmed_at: '2020-01-01T00:00:00.000Z' }],
      })),
    },
  },
  answer: {
    answered: {
      answers: {
        user: {
          id: 5,
          name: 'Ada Lovelace',
          avatar_url: ADA_PICTURE_URL,
          email: ADA_EMAIL,
          confirmed_at: '2020-01-01T00:00:00Z',
        },
        emails: [{ id: 1, email: 'b@example.com', confirmed_at: '2020-01-01T00:00:00Z' }],
      },
    },
    subject: '5',
    emails: [providerEmail('b@example.com', false, false), providerEmail(ADA_EMAIL)],
    data: { iss: 'https://gitlab.com', ...ADA_NAME, ...ADA_PICTURE },
  },
};
