// Google: the mock, a sample profile and the expected result.
import { baseClaims, discoveryDocument } from '../parts.ts';
import { ADA_EMAIL, ADA_NAME, ADA_PICTURE, ADA_PICTURE_URL, type ProviderRow, providerEmail } from '../row.ts';
import type { Signer } from '../signer.ts';
import { fullName, type ProviderMock } from '../vendor.ts';

const GOOGLE = 'https://accounts.google.com';

function createGoogleMock(signer: Signer): ProviderMock {
  const [authorize, token] = [`${GOOGLE}/o/oauth2/v2/auth`, 'https://oauth2.googleapis.com/token'];
  return {
    authorize,
    token,
    login: 'either',
    scopes: ['openid', 'email', 'profile', 'https://www.googleapis.com/auth/calendar'],
    pkce: true,
    tokens: (grant, access_token) => ({
      // Google returns a refresh token only for access_type=offline.
      ...(grant.query.get('access_type') === 'offline' ? {} : { refresh_token: undefined }),
      id_token: signer.idToken({
        ...baseClaims(grant, access_token),
        azp: grant.app.client_id,
        sub: grant.person.id,
        email: grant.person.email,
        email_verified: grant.person.verified,
        name: fullName(grant.person),
        given_name: grant.person.given,
        family_name: grant.person.family,
        picture: grant.person.picture,
        ...(grant.query.has('hd') ? { hd: grant.query.get('hd') } : {}),
      }),
    }),
    open: discoveryDocument(signer, 'https://www.googleapis.com/oauth2/v3/certs', {
      authorization_endpoint: authorize,
      token_endpoint: token,
    }),
  };
}

export const row: ProviderRow = {
  verified_by: 'email_verified',
  client: { queryParams: { access_type: 'offline' } },
  issuer: GOOGLE,
  mock: createGoogleMock,
  answer: {
    answered: {
      id_token: {
        iss: 'https://accounts.google.com',
        sub: '11',
        name: 'Ada Lovelace',
        picture: ADA_PICTURE_URL,
        email: ADA_EMAIL,
        email_verified: true,
        hd: 'example.com',
      },
    },
    subject: '11',
    emails: [providerEmail(ADA_EMAIL)],
    data: { iss: 'https://accounts.google.com', ...ADA_NAME, ...ADA_PICTURE, custom_claims: { hd: 'example.com' } },
  },
};
