// Figma: the mock, a sample profile and the expected result.
import { ADA_EMAIL, ADA_NAME, ADA_PICTURE_URL, type ProviderRow, providerEmail } from '../row.ts';
import { fullName, requireScope } from '../vendor.ts';

export const row: ProviderRow = {
  mock: {
    authorize: 'https://www.figma.com/oauth',
    token: 'https://api.figma.com/v1/oauth/token',
    login: 'basic',
    scopes: ['current_user:read', 'file_content:read'],
    pkce: true,
    tokens: (grant) => ({ token_type: 'bearer', scope: undefined, user_id: grant.person.id }),
    resources: {
      'https://api.figma.com/v1/me': requireScope(['current_user:read'], (_request, { person }) => ({
        body: { id: person.id, email: person.email, handle: fullName(person), img_url: person.picture },
      })),
    },
  },
  answer: {
    answered: { answers: { user: { id: '9', email: ADA_EMAIL, handle: 'Ada Lovelace', img_url: ADA_PICTURE_URL } } },
    subject: '9',
    emails: [providerEmail(ADA_EMAIL)],
    data: { iss: 'https://api.figma.com', ...ADA_NAME, avatar_url: ADA_PICTURE_URL },
  },
};
