// Shared by the mocks of several providers.
import type { HostAnswer } from './network.ts';
import { ADA, type Case, mail, NAME, PICTURE, PNG } from './row.ts';
import { atHash, type Signer } from './signer.ts';
import { fullName, type Grant, type Vendor } from './vendor.ts';

export const SLACK = 'https://slack.com';

/** Returns the claims of every ID token for this grant. */
export const base = ({ app, nonce }: Grant, access_token: string): Record<string, unknown> => ({
  aud: app.client_id,
  at_hash: atHash(access_token),
  ...(nonce === null ? {} : { nonce }),
});

export const discovery = (
  signer: Signer,
  jwks_uri: string,
  more: Record<string, unknown>,
): NonNullable<Vendor['open']> => ({
  [`${signer.issuer}/.well-known/openid-configuration`]: (): HostAnswer => ({
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

/** LinkedIn has its own error for unknown codes. */
export function linkedinRefusal(error: string, text: string): HostAnswer {
  return error === 'invalid_grant'
    ? { status: 400, body: { error: 'invalid_request', error_description: 'authorization code not found' } }
    : { status: error === 'invalid_client' ? 401 : 400, body: { error, error_description: text } };
}

export const slackId = ({ person }: Grant): string => `U${person.id}`;

/** Slack returns errors with status 200. */
export function slackRefusal(error: string): HostAnswer {
  const errors: Record<string, string> = { invalid_client: 'bad_client_secret', invalid_grant: 'invalid_code' };
  return { body: { ok: false, error: errors[error] ?? error } };
}

/** Slack's user info, at the same address for both protocols. */
export const SLACK_USER: NonNullable<Vendor['resources']> = {
  [`${SLACK}/api/openid.connect.userInfo`]: (_request, grant) => ({
    body: {
      ok: true,
      sub: slackId(grant),
      'https://slack.com/user_id': slackId(grant),
      'https://slack.com/team_id': 'T0815',
      ...userInfo(grant),
    },
  }),
};

/** Sample profile of Slack for both protocols, and the expected result. */
export function slackCase(): Case {
  const user = {
    ok: true,
    sub: 'U1',
    'https://slack.com/user_id': 'U1',
    'https://slack.com/team_id': 'T1',
    email: ADA,
    email_verified: true,
    name: 'Ada Lovelace',
    picture: PNG,
  };
  return {
    answered: { answers: { user } },
    subject: 'U1',
    emails: [mail(ADA)],
    data: {
      iss: 'https://slack.com/api',
      ...NAME,
      ...PICTURE,
      custom_claims: { 'https://slack.com/team_id': 'T1' },
    },
  };
}
