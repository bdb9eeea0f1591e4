// LinkedIn with OpenID Connect: the mock, a sample profile and the expected result.
import { discoveryDocument, linkedinError, userInfo } from '../parts.ts';
import { ADA_EMAIL, ADA_NAME, ADA_PICTURE, ADA_PICTURE_URL, type ProviderRow, providerEmail } from '../row.ts';
import type { Signer } from '../signer.ts';
import { type Grant, type ProviderMock, requireScope } from '../vendor.ts';

const LINKEDIN = 'https://www.linkedin.com/oauth';

function createLinkedinMock(signer: Signer): ProviderMock {
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
    refusal: linkedinError,
    tokens: (grant) => ({
      refresh_token: undefined,
      id_token: signer.idToken({ aud: grant.app.client_id, sub: sub(grant), ...userInfo(grant) }),
    }),
    resources: {
      [endpoints.userinfo_endpoint]: requireScope(['openid'], (_request, grant) => ({
        body: { sub: sub(grant), ...userInfo(grant), locale: { country: 'US', language: 'en' } },
      })),
    },
    open: discoveryDocument(signer, `${LINKEDIN}/openid/jwks`, endpoints),
  };
}

export const row: ProviderRow = {
  verified_by: 'email_verified',
  issuer: LINKEDIN,
  mock: createLinkedinMock,
  answer: {
    answered: {
      id_token: {
        iss: 'https://www.linkedin.com/oauth',
        sub: 'lo',
        name: 'Ada Lovelace',
        picture: ADA_PICTURE_URL,
        email: ADA_EMAIL,
        email_verified: 'true',
      },
    },
    subject: 'lo',
    emails: [providerEmail(ADA_EMAIL)],
    data: { iss: 'https://www.linkedin.com/oauth', ...ADA_NAME, ...ADA_PICTURE },
  },
};
