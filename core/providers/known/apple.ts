// Sign in with Apple. The response is a POST, and the user's name comes only with the code of the first consent.

import { undefinedIfEmpty } from '../claims.ts';
import { findClientSecretProblem } from '../client_secret.ts';
import { type OAuth2Definition, readMember, readProviderEmail, textOrEmpty } from '../provider.ts';

const ISSUER = 'https://appleid.apple.com';
/** Apple is changing its issuer. Tokens of both issuers are signed with the keys of the first. */
const ISSUERS = [ISSUER, 'https://account.apple.com'];

const isApple = (issuer: string): boolean => ISSUERS.includes(issuer);
const keysOf = (issuer: string): string | null => (isApple(issuer) ? ISSUER : null);

/** Parses a claim that Apple sends as a boolean or a text. Returns undefined for any other value. */
const flag = (value: unknown): boolean | undefined =>
  value === true || value === 'true' ? true : value === false || value === 'false' ? false : undefined;

function parsePostedName(user: string | undefined): string {
  if (user === undefined || user === '') return '';
  let parsed: unknown;
  try {
    parsed = JSON.parse(user);
  } catch {
    throw new Error('the posted user is no JSON'); // the parser's message would quote it
  }
  return `${textOrEmpty(readMember(parsed, 'name', 'firstName'))} ${textOrEmpty(readMember(parsed, 'name', 'lastName'))}`.trim();
}

export const provider: OAuth2Definition = {
  title: 'Apple',
  vendor: {
    console: 'Apple Developer → Identifiers → the Services ID',
    issuer: () => ISSUER,
    check_secret: findClientSecretProblem,
  },
  settings: {
    bundle_id: {
      doc: 'Bundle id of an iOS app: one more audience of ID tokens of apple.',
      names: ['SVC_EXTERNAL_IOS_BUNDLE_ID', 'GOTRUE_EXTERNAL_IOS_BUNDLE_ID'],
    },
  },
  further_client_ids: ['bundle_id'],
  protocol: 'oauth2',
  url: 'ignored',
  scopes: 'email name',
  extra_scopes: false,
  authorize_parameters: { response_mode: 'form_post' },
  forwards: false,
  client_auth: 'post',
  pkce: false,
  // supabase/auth sends the secret under this name too, in addition to client_secret.
  token_parameters: ({ secret }) => ({ secret }),
  id_token: { required: true, keys_of: keysOf, nonce: true },
  id_token_rules: { issuer: () => ISSUER, keys_of: keysOf, several: { title: 'Apple', is: isApple } },
  endpoints: () => ({ authorize: `${ISSUER}/auth/authorize`, token: `${ISSUER}/auth/token`, api: ISSUER }),
  profile: ({ id_token, callback }) => {
    const name = parsePostedName(callback.user);
    return {
      subject: textOrEmpty(readMember(id_token, 'sub')),
      // Apple verifies its own users, but not the addresses that schools and companies assign.
      emails: readProviderEmail(id_token),
      data: {
        iss: textOrEmpty(readMember(id_token, 'iss')),
        name,
        full_name: name,
        custom_claims: undefinedIfEmpty({
          is_private_email: flag(readMember(id_token, 'is_private_email')),
          auth_time: readMember(id_token, 'auth_time'),
          transfer_sub: readMember(id_token, 'transfer_sub'),
        }),
      },
    };
  },
};
