// Vercel Marketplace: the mock, a sample profile and the expected result.
import { base, discovery } from '../parts.ts';
import { ADA, mail, NAME, PICTURE, PNG, type ProviderRow } from '../row.ts';
import type { Signer } from '../signer.ts';
import { fullName, type Vendor } from '../vendor.ts';

const ISSUER = 'https://marketplace.vercel.com';

function mock(signer: Signer): Vendor {
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
        ...base(grant, access_token),
        sub: `account:${grant.person.id}`,
        ...(grant.person.email === null ? {} : { user_email: grant.person.email }),
        user_name: fullName(grant.person),
        user_avatar_url: grant.person.picture,
      }),
    }),
    open: discovery(signer, `${ISSUER}/.well-known/jwks`, { authorization_endpoint: authorize, token_endpoint: token }),
  };
}

export const row: ProviderRow = {
  issuer: ISSUER,
  mock,
  answer: {
    answered: {
      id_token: { iss: ISSUER, sub: 'account:1', user_name: 'Ada Lovelace', user_avatar_url: PNG, user_email: ADA },
    },
    subject: 'account:1',
    emails: [mail(ADA)],
    data: { iss: ISSUER, ...NAME, ...PICTURE },
  },
};
