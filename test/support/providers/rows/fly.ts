// Fly.io: the mock, a sample profile and the expected result.
import { ADA_EMAIL, type ProviderRow, providerEmail } from '../row.ts';
import { fullName, requireScope } from '../vendor.ts';

const ORGANIZATIONS = [{ id: 'org-1', role: 'admin' }];

export const row: ProviderRow = {
  mock: {
    authorize: 'https://api.fly.io/oauth/authorize',
    token: 'https://api.fly.io/oauth/token',
    login: 'either',
    scopes: ['read'],
    resources: {
      'https://api.fly.io/oauth/token/info': requireScope(['read'], (_request, { app, person, scopes }) => ({
        body: {
          resource_owner_id: person.id,
          user_id: person.id,
          user_name: fullName(person),
          email: person.email,
          organizations: ORGANIZATIONS,
          scope: scopes,
          application: { uid: app.client_id },
          expires_in: 7200,
          created_at: 1_700_000_000,
        },
      })),
    },
  },
  answer: {
    answered: {
      answers: {
        user: {
          resource_owner_id: 'owner',
          user_id: 'u1',
          user_name: 'Ada Lovelace',
          email: ADA_EMAIL,
          organizations: ORGANIZATIONS,
          scope: ['read'],
          application: { uid: 'app' },
          created_at: 1_700_000_000,
        },
      },
    },
    subject: 'u1',
    emails: [providerEmail(ADA_EMAIL)],
    data: {
      iss: 'https://api.fly.io',
      full_name: 'Ada Lovelace',
      custom_claims: {
        resource_owner_id: 'owner',
        organizations: ORGANIZATIONS,
        application: { uid: 'app' },
        scope: ['read'],
        created_at: 1_700_000_000,
      },
    },
  },
};
