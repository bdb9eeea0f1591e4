// Bitbucket: the mock, a sample profile and the expected result.
import { ADA_EMAIL, ADA_NAME, ADA_PICTURE, ADA_PICTURE_URL, type ProviderRow, providerEmail } from '../row.ts';
import { fullName, requireScope } from '../vendor.ts';

export const row: ProviderRow = {
  verified_by: 'is_confirmed',
  mock: {
    authorize: 'https://bitbucket.org/site/oauth2/authorize',
    token: 'https://bitbucket.org/site/oauth2/access_token',
    login: 'either',
    scopes: ['account', 'email', 'repository'],
    tokens: (grant) => ({ scope: undefined, scopes: grant.scopes.join(' ') }),
    resources: {
      'https://api.bitbucket.org/2.0/user': requireScope(['account'], (_request, { person }) => ({
        body: {
          type: 'user',
          uuid: `{${person.id}}`,
          display_name: fullName(person),
          nickname: person.login,
          links: { avatar: { href: person.picture } },
        },
      })),
      'https://api.bitbucket.org/2.0/user/emails': requireScope(['email'], (_request, { person }) => ({
        body: {
          pagelen: 10,
          page: 1,
          values:
            person.email === null
              ? []
              : [
                  { type: 'email', email: `old-${person.email}`, is_primary: false, is_confirmed: false },
                  { type: 'email', email: person.email, is_primary: true, is_confirmed: person.verified },
                ],
        },
      })),
    },
  },
  answer: {
    answered: {
      answers: {
        user: { uuid: '{1-2}', display_name: 'Ada Lovelace', links: { avatar: { href: ADA_PICTURE_URL } } },
        emails: {
          values: [
            { email: 'old@example.com', is_primary: false, is_confirmed: false },
            { email: ADA_EMAIL, is_primary: true, is_confirmed: true },
          ],
        },
      },
    },
    subject: '{1-2}',
    emails: [providerEmail('old@example.com', false, false), providerEmail(ADA_EMAIL)],
    data: { iss: 'https://api.bitbucket.org/2.0', ...ADA_NAME, ...ADA_PICTURE },
  },
};
