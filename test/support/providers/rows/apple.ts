// Apple: the mock, a sample profile and the expected result.
import { baseClaims, discoveryDocument } from '../parts.ts';
import { ADA_EMAIL, ADA_NAME, type ProviderRow, providerEmail } from '../row.ts';
import type { Signer } from '../signer.ts';
import type { ProviderMock } from '../vendor.ts';

const APPLE = 'https://appleid.apple.com';

function createAppleMock(signer: Signer): ProviderMock {
  const [authorize, token] = [`${APPLE}/auth/authorize`, `${APPLE}/auth/token`];
  return {
    authorize,
    token,
    login: 'body',
    scopes: ['name', 'email', 'openid'],
    demands: (query) =>
      query.get('scope') && query.get('response_mode') !== 'form_post'
        ? 'response_mode must be form_post when name or email scope is requested'
        : null,
    tokens: (grant, access_token) => ({
      scope: undefined,
      id_token: signer.idToken({
        ...baseClaims(grant, access_token),
        sub: `001234.${grant.person.id}.0815`,
        ...(grant.scopes.includes('email')
          ? { email: grant.person.email, email_verified: String(grant.person.verified), is_private_email: 'false' }
          : {}),
        auth_time: 1_700_000_000,
        nonce_supported: true,
      }),
    }),
    // Apple sends the name only with the first consent.
    posts: ({ first, person: { given, family, email } }): Record<string, string> =>
      first ? { user: JSON.stringify({ name: { firstName: given, lastName: family }, email }) } : {},
    open: discoveryDocument(signer, `${APPLE}/auth/keys`, { authorization_endpoint: authorize, token_endpoint: token }),
  };
}

export const row: ProviderRow = {
  verified_by: 'email_verified',
  authorize: { response_mode: 'form_post' },
  issuer: APPLE,
  mock: createAppleMock,
  answer: {
    answered: {
      id_token: {
        iss: 'https://appleid.apple.com',
        sub: '001.a',
        email: ADA_EMAIL,
        email_verified: 'true',
        is_private_email: 'true',
        auth_time: 7,
      },
      callback: { user: '{"name":{"firstName":"Ada","lastName":"Lovelace"},"email":"ada@example.com"}' },
    },
    subject: '001.a',
    emails: [providerEmail(ADA_EMAIL)],
    data: { iss: 'https://appleid.apple.com', ...ADA_NAME, custom_claims: { is_private_email: true, auth_time: 7 } },
  },
};
