// Figma: the mock, a sample profile and the expected result.
import { ADA, mail, NAME, PNG, type ProviderRow } from '../row.ts';
import { fullName, scoped } from '../vendor.ts';

export const row: ProviderRow = {
  mock: {
    authorize: 'https://www.figma.com/oauth',
    token: 'https://api.figma.com/v1/oauth/token',
    login: 'basic',
    scopes: ['current_user:read', 'file_content:read'],
    pkce: true,
    tokens: (grant) => ({ token_type: 'bearer', scope: undefined, user_id: grant.person.id }),
    resources: {
      'https://api.figma.com/v1/me': scoped(['current_user:read'], (_request, { person }) => ({
        body: { id: person.id, email: person.email, handle: fullName(person), img_url: person.picture },
      })),
    },
  },
  answer: {
    answered: { answers: { user: { id: '9', email: ADA, handle: 'Ada Lovelace', img_url: PNG } } },
    subject: '9',
    emails: [mail(ADA)],
    data: { iss: 'https://api.figma.com', ...NAME, avatar_url: PNG },
  },
};
