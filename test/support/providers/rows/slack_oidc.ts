// Slack with OpenID Connect: the mock, a sample profile and the expected result.
import {
  baseClaims,
  discoveryDocument,
  SLACK,
  SLACK_USER_INFO_ENDPOINT,
  slackCase,
  slackError,
  slackUserId,
  userInfo,
} from '../parts.ts';
import type { ProviderRow } from '../row.ts';
import type { Signer } from '../signer.ts';
import type { ProviderMock } from '../vendor.ts';

function createSlackMock(signer: Signer): ProviderMock {
  const endpoints = {
    authorization_endpoint: `${SLACK}/openid/connect/authorize`,
    token_endpoint: `${SLACK}/api/openid.connect.token`,
    userinfo_endpoint: `${SLACK}/api/openid.connect.userInfo`,
  };
  return {
    authorize: endpoints.authorization_endpoint,
    token: endpoints.token_endpoint,
    login: 'either',
    scopes: ['openid', 'profile', 'email'],
    refusal: slackError,
    tokens: (grant, access_token) => ({
      ok: true,
      refresh_token: undefined,
      id_token: signer.idToken({ ...baseClaims(grant, access_token), sub: slackUserId(grant), ...userInfo(grant) }),
    }),
    resources: SLACK_USER_INFO_ENDPOINT,
    open: discoveryDocument(signer, `${SLACK}/openid/connect/keys`, endpoints),
  };
}

export const row: ProviderRow = {
  verified_by: 'email_verified',
  issuer: SLACK,
  mock: createSlackMock,
  answer: slackCase(),
};
