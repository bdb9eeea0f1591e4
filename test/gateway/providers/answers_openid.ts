// What the providers with OpenID Connect tell of somebody, and what becomes of it.
import { ADA, type Case, mail, NAME, PICTURE, PNG } from './case.ts';

export const OPENID_CASES = {
  apple: {
    answered: {
      id_token: {
        iss: 'https://appleid.apple.com',
        sub: '001.a',
        email: ADA,
        email_verified: 'false',
        is_private_email: 'true',
        auth_time: 7,
      },
      callback: { user: '{"name":{"firstName":"Ada","lastName":"Lovelace"},"email":"ada@example.com"}' },
    },
    subject: '001.a',
    emails: [mail(ADA)],
    data: { iss: 'https://appleid.apple.com', ...NAME, custom_claims: { is_private_email: true, auth_time: 7 } },
  },
  azure: {
    answered: {
      id_token: {
        aud: 'c',
        iss: 'https://login.microsoftonline.com/t/v2.0',
        iat: 1,
        nbf: 1,
        exp: 2,
        c_hash: 'c',
        at_hash: 'a',
        aio: 'a',
        nonce: 'n',
        rh: 'r',
        uti: 'u',
        jti: 'j',
        ver: '2.0',
        sub: 's',
        name: 'Ada Lovelace',
        preferred_username: 'ada',
        email: ADA,
        xms_edov: '1',
        tid: 't',
        oid: 'o',
      },
    },
    subject: 's',
    emails: [mail(ADA)],
    data: {
      iss: 'https://login.microsoftonline.com/t/v2.0',
      full_name: 'Ada Lovelace',
      preferred_username: 'ada',
      custom_claims: { email: ADA, xms_edov: '1', tid: 't', oid: 'o' },
    },
  },
  google: {
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
  keycloak: {
    answered: {
      answers: {
        user: {
          sub: 'k',
          name: 'Ada Lovelace',
          email: ADA,
          email_verified: true,
          preferred_username: 'ada',
          team: 'x',
        },
      },
    },
    subject: 'k',
    emails: [mail(ADA)],
    data: {
      iss: 'https://sso.example.com/realms/main',
      ...NAME,
      custom_claims: { preferred_username: 'ada', team: 'x' },
    },
  },
  linkedin_oidc: {
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
  slack: slackCase(),
  slack_oidc: slackCase(),
} satisfies Record<string, Case>;

function slackCase(): Case {
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
