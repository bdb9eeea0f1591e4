// Google: the mock, a sample profile and the expected result.
import { base, discovery } from '../parts.ts';
import { ADA, mail, NAME, PICTURE, PNG, type ProviderRow } from '../row.ts';
import type { Signer } from '../signer.ts';
import { fullName, type Vendor } from '../vendor.ts';

const GOOGLE = 'https://accounts.google.com';

function mock(signer: Signer): Vendor {
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
        ...base(grant, access_token),
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
    open: discovery(signer, 'https://www.googleapis.com/oauth2/v3/certs', {
      authorization_endpoint: authorize,
      token_endpoint: token,
    }),
  };
}

export const row: ProviderRow = {
  verified_by: 'email_verified',
  client: { queryParams: { access_type: 'offline' } },
  issuer: GOOGLE,
  mock,
  answer: {
    answered: {
      id_token: {
        iss: 'https://accounts.google.com',
        sub: '11',
        name: 'Ada Lovelace',
        picture: PNG,
        email: ADA,
        email_verified: true,
        hd: 'example.com',
      },
    },
    subject: '11',
    emails: [mail(ADA)],
    data: { iss: 'https://accounts.google.com', ...NAME, ...PICTURE, custom_claims: { hd: 'example.com' } },
  },
};
