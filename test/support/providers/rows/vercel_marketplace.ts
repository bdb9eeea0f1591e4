// Vercel Marketplace: the mock, a sample profile and the expected result.
import { baseClaims, discoveryDocument } from '../parts.ts';
import { ADA_EMAIL, ADA_NAME, ADA_PICTURE, ADA_PICTURE_URL, type ProviderRow, providerEmail } from '../row.ts';
import type { Signer } from '../signer.ts';
import { fullName, type ProviderMock } from '../vendor.ts';

const ISSUER = 'https://marketplace.vercel.com';

function createVercelMock(signer: Signer): ProviderMock {
  const [authorize, token] = [
    'https://api.vercel.com/oauth/v2/authorization',
    'https://api.vercel.com/oauth/v2/accessToken',
  ];
  return {
    authorize,
    token,
    login: 'either',
    tokens: (grant, access_token) => ({
      id_token: signer.idToken({
        ...baseClaims(grant, access_token),
        sub: `account:${grant.person.id}`,
        ...(grant.person.email === null ? {} : { user_email: grant.person.email }),
        user_name: fullName(grant.person),
        user_avatar_url: grant.person.picture,
      }),
    }),
    open: discoveryDocument(signer, `${ISSUER}/.well-known/jwks`, {
      authorization_endpoint: authorize,
      token_endpoint: token,
    }),
  };
}

export const row: ProviderRow = {
  issuer: ISSUER,
  mock: createVercelMock,
  answer: {
    answered: {
      id_token: {
        iss: ISSUER,
        sub: 'account:1',
        user_name: 'Ada Lovelace',
        user_avatar_url: ADA_PICTURE_URL,
        user_email: ADA_EMAIL,
      },
    },
    subject: 'account:1',
    emails: [providerEmail(ADA_EMAIL)],
    data: { iss: ISSUER, ...ADA_NAME, ...ADA_PICTURE },
  },
};
