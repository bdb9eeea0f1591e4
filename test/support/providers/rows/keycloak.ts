// Keycloak: the mock, a sample profile and the expected result.
import { base, discovery } from '../parts.ts';
import { ADA, mail, NAME, type ProviderRow } from '../row.ts';
import type { Signer } from '../signer.ts';
import { KEYCLOAK_URL } from '../tenants.ts';
import { fullName, scoped, type Vendor } from '../vendor.ts';

function mock(signer: Signer): Vendor {
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
        ? { id_token: signer.idToken({ ...base(grant, access_token), sub: grant.person.id }) }
        : {},
    resources: {
      // Required since Keycloak 19.
      [endpoints.userinfo_endpoint]: scoped(['openid'], (_request, { person }) => ({
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
    open: discovery(signer, `${connect}/certs`, endpoints),
  };
}

export const row: ProviderRow = {
  verified_by: 'email_verified',
  url: KEYCLOAK_URL,
  // Required since Keycloak 19.
  client: { scopes: 'openid' },
  issuer: KEYCLOAK_URL,
  mock,
  answer: {
    answered: {
      answers: {
        user: {
          sub: 'k',
          name: 'Ada Lovelace',
          email: ADA,
          email_verified: true,
          preferred_username: 'ada',
          team: 'x',
        },
      },
    },
    subject: 'k',
    emails: [mail(ADA)],
    data: {
      iss: 'https://sso.example.com/realms/main',
      ...NAME,
      custom_claims: { preferred_username: 'ada', team: 'x' },
    },
  },
};
