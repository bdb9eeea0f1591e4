// WorkOS: the mock, a sample profile and the expected result.
import { ADA_EMAIL, ADA_NAME, type ProviderRow, providerEmail } from '../row.ts';

export const row: ProviderRow = {
  client: { queryParams: { connection: 'conn_1' } },
  authorize: { connection: 'conn_1' },
  unseen: { redirect: 'warning' },
  mock: {
    authorize: 'https://api.workos.com/sso/authorize',
    token: 'https://api.workos.com/sso/token',
    login: 'body',
    demands: (query) =>
      ['connection', 'organization', 'provider'].some((name) => query.get(name))
        ? null
        : 'A connection, organization, or provider is required.',
    tokens: ({ person, query }) => ({
      scope: undefined,
      refresh_token: undefined,
      profile: {
        object: 'profile',
        id: `prof_${person.id}`,
        connection_id: query.get('connection') ?? 'conn_1',
        organization_id: query.get('organization') ?? 'org_1',
        connection_type: 'OktaSAML',
        idp_id: person.id,
        email: person.email,
        first_name: person.given,
        last_name: person.family,
        raw_attributes: {},
      },
    }),
  },
  answer: {
    answered: {
      tokens: {
        access_token: 't',
        profile: {
          id: 'prof_1',
          first_name: 'Ada',
          last_name: 'Lovelace',
          email: ADA_EMAIL,
          connection_id: 'conn_1',
          organization_id: 'org_1',
          connection_type: 'OktaSAML',
        },
      },
    },
    subject: 'prof_1',
    emails: [providerEmail(ADA_EMAIL)],
    data: {
      iss: 'https://api.workos.com',
      ...ADA_NAME,
      custom_claims: { connection_id: 'conn_1', organization_id: 'org_1' },
    },
  },
};
