// LinkedIn with OpenID Connect: the mock, a sample profile and the expected result.
import { discovery, linkedinRefusal, userInfo } from '../parts.ts';
import { ADA, mail, NAME, PICTURE, PNG, type ProviderRow } from '../row.ts';
import type { Signer } from '../signer.ts';
import { type Grant, scoped, type Vendor } from '../vendor.ts';

const LINKEDIN = 'https://www.linkedin.com/oauth';

function mock(signer: Signer): Vendor {
  const endpoints = {
    authorization_endpoint: `${LINKEDIN}/v2/authorization`,
    token_endpoint: `${LINKEDIN}/v2/accessToken`,
    userinfo_endpoint: 'https://api.linkedin.com/v2/userinfo',
  };
  const sub = (grant: Grant): string => `li-${grant.person.id}`;
  return {
    authorize: endpoints.authorization_endpoint,
    token: endpoints.token_endpoint,
    login: 'body',
    scopes: ['openid', 'profile', 'email', 'w_member_social'],
    refusal: linkedinRefusal,
    tokens: (grant) => ({
      refresh_token: undefined,
      id_token: signer.idToken({ aud: grant.app.client_id, sub: sub(grant), ...userInfo(grant) }),
    }),
    resources: {
      [endpoints.userinfo_endpoint]: scoped(['openid'], (_request, grant) => ({
        body: { sub: sub(grant), ...userInfo(grant), locale: { country: 'US', language: 'en' } },
      })),
    },
    open: discovery(signer, `${LINKEDIN}/openid/jwks`, endpoints),
  };
}

export const row: ProviderRow = {
  verified_by: 'email_verified',
  issuer: LINKEDIN,
  mock,
  answer: {
    answered: {
      id_token: {
        iss: 'https://www.linkedin.com/oauth',
        sub: 'lo',
        name: 'Ada Lovelace',
        picture: PNG,
        email: ADA,
        email_verified: 'true',
      },
    },
    subject: 'lo',
    emails: [mail(ADA)],
    data: { iss: 'https://www.linkedin.com/oauth', ...NAME, ...PICTURE },
  },
};
