// Keycloak: the mock, a sample profile and the expected result.
import { baseClaims, discoveryDocument } from '../parts.ts';
import { ADA_EMAIL, ADA_NAME, type ProviderRow, providerEmail } from '../row.ts';
import type { Signer } from '../signer.ts';
import { KEYCLOAK_URL } from '../tenants.ts';
import { fullName, type ProviderMock, requireScope } from '../vendor.ts';

function createKeycloakMock(signer: Signer): ProviderMock {
  const connect = `${KEYCLOAK_URL}/protocol/openid-connect`;
  const endpoints = {
    authorization_endpoint: `${connect}/auth`,
    token_endpoint: `${connect}/token`,
    userinfo_endpoint: `${connect}/userinfo`,
  };
  return {
    authorize: endpoints.authorization_endpoint,
    token: endpoints.token_endpoint,
    login: 'either',
    scopes: ['openid', 'profile', 'email', 'roles', 'offline_access'],
    pkce: true,
    tokens: (grant, access_token) =>
      grant.scopes.includes('openid')
        ? { id_token: signer.idToken({ ...baseClaims(grant, access_token), sub: grant.person.id }) }
        : {},
    resources: {
      // Keycloak 19 and later require the scope openid for user info.
      [endpoints.userinfo_endpoint]: requireScope(['openid'], (_request, { person }) => ({
        body: {
          sub: person.id,
          name: fullName(person),
          preferred_username: person.login,
          given_name: person.given,
          family_name: person.family,
          ...(person.email === null ? {} : { email: person.email, email_verified: person.verified }),
        },
      })),
    },
    open: discoveryDocument(signer, `${connect}/certs`, endpoints),
  };
}

export const row: ProviderRow = {
  verified_by: 'email_verified',
  url: KEYCLOAK_URL,
  // Keycloak 19 and later require the scope openid for user info.
  client: { scopes: 'openid' },
  issuer: KEYCLOAK_URL,
  mock: createKeycloakMock,
  answer: {
    answered: {
      answers: {
        user: {
          sub: 'k',
          name: 'Ada Lovelace',
          email: ADA_EMAIL,
          email_verified: true,
          preferred_username: 'ada',
          team: 'x',
        },
      },
    },
    subject: 'k',
    emails: [providerEmail(ADA_EMAIL)],
    data: {
      iss: 'https://sso.example.com/realms/main',
      ...ADA_NAME,
      custom_claims: { preferred_username: 'ada', team: 'x' },
    },
  },
};
