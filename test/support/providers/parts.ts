// Helpers that several provider mocks share.
import type { HostResponse } from './network.ts';
import { ADA_EMAIL, ADA_NAME, ADA_PICTURE, ADA_PICTURE_URL, type ProfileCase, providerEmail } from './row.ts';
import { computeAtHash, type Signer } from './signer.ts';
import { fullName, type Grant, type ProviderMock } from './vendor.ts';

export const SLACK = 'https://slack.com';

/** Returns claims of an ID token: audience, digest of the access token, and the nonce if the request has one. */
export const baseClaims = ({ app, nonce }: Grant, access_token: string): Record<string, unknown> => ({
  aud: app.client_id,
  at_hash: computeAtHash(access_token),
  ...(nonce === null ? {} : { nonce }),
});

export const discoveryDocument = (
  signer: Signer,
  jwks_uri: string,
  more: Record<string, unknown>,
): NonNullable<ProviderMock['open']> => ({
  [`${signer.issuer}/.well-known/openid-configuration`]: (): HostResponse => ({
    body: {
      issuer: signer.issuer,
      jwks_uri,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      ...more,
    },
  }),
  [jwks_uri]: () => signer.keys(),
});

export const userInfo = ({ person }: Grant): Record<string, unknown> => ({
  name: fullName(person),
  given_name: person.given,
  family_name: person.family,
  picture: person.picture,
  ...(person.email === null ? {} : { email: person.email, email_verified: person.verified }),
});

/** Builds LinkedIn's error response, which has its own error name for an unknown code. */
export function linkedinError(error: string, text: string): HostResponse {
  return error === 'invalid_grant'
    ? { status: 400, body: { error: 'invalid_request', error_description: 'authorization code not found' } }
    : { status: error === 'invalid_client' ? 401 : 400, body: { error, error_description: text } };
}

export const slackUserId = ({ person }: Grant): string => `U${person.id}`;

/** Builds Slack's error response, which has status 200. */
export function slackError(error: string): HostResponse {
  const errors: Record<string, string> = { invalid_client: 'bad_client_secret', invalid_grant: 'invalid_code' };
  return { body: { ok: false, error: errors[error] ?? error } };
}

/** Slack's user info endpoint, with the same address for OAuth 2 and OpenID Connect. */
export const SLACK_USER_INFO_ENDPOINT: NonNullable<ProviderMock['resources']> = {
  [`${SLACK}/api/openid.connect.userInfo`]: (_request, grant) => ({
    body: {
      ok: true,
      sub: slackUserId(grant),
      'https://slack.com/user_id': slackUserId(grant),
      'https://slack.com/team_id': 'T0815',
      ...userInfo(grant),
    },
  }),
};

/** Sample profile of Slack for both protocols, and the expected result. */
export function slackCase(): ProfileCase {
  const user = {
    ok: true,
    sub: 'U1',
    'https://slack.com/user_id': 'U1',
    'https://slack.com/team_id': 'T1',
    email: ADA_EMAIL,
    email_verified: true,
    name: 'Ada Lovelace',
    picture: ADA_PICTURE_URL,
  };
  return {
    answered: { answers: { user } },
    subject: 'U1',
    emails: [providerEmail(ADA_EMAIL)],
    data: {
      iss: 'https://slack.com/api',
      ...ADA_NAME,
      ...ADA_PICTURE,
      custom_claims: { 'https://slack.com/team_id': 'T1' },
    },
  };
}
