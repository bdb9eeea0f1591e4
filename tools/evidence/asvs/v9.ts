// OWASP ASVS 5.0, chapter 9: Self-contained tokens.
import type { Row } from '../row.ts';

export const V9: readonly Row[] = [
  {
    id: '9.1.1',
    text: 'The signature is checked before a claim is read (L1).',
    rules: ['gateway/http/jwt.ts'],
    tests: ['gateway/http/jwt › rejects a signature with any character changed'],
  },
  {
    id: '9.1.2',
    text: 'Algorithms are listed; keys do not cross them (L1).',
    rules: ['gateway/http/jwt.ts'],
    tests: ['gateway/http/jwt › alg: none and its spellings', 'gateway/http/jwt › a public key is never a secret'],
  },
  {
    id: '9.1.3',
    text: 'Headers of a token choose no key elsewhere (L1).',
    rules: ['gateway/http/jwt.ts'],
    tests: ['gateway/http/jwt › headers that name keys elsewhere have no effect'],
  },
  {
    id: '9.2.1',
    text: 'exp and nbf count (L1).',
    rules: ['gateway/http/jwt.ts'],
    tests: ['gateway/http/jwt › exp and nbf: no leeway', 'gateway/http/jwt_memory › cached tokens expire on time'],
    note: 'A token without exp is accepted if it is signed, as in supabase/auth; Postern issues none.',
  },
  {
    id: '9.2.2',
    text: 'A token of another kind is refused (L2).',
    rules: ['gateway/http/claims.ts', 'gateway/providers/id_tokens.ts'],
    tests: [
      'flows/id_tokens/claims › tokens of another kind',
      'security/client_tokens › an ID token is no bearer token',
    ],
  },
  {
    id: '9.2.3',
    text: 'A token for another audience is refused (L2).',
    rules: ['auth_lib.check_caller', 'gateway/providers/id_tokens.ts', 'gateway/steps/verify_id_token.ts'],
    tests: [
      'flows/follow_link › another audience finds no user by address',
      'flows/id_tokens/rules › rejects another audience',
    ],
  },
  {
    id: '9.2.4',
    text: 'Tokens under one key name their audience (L2).',
    rules: ['auth_lib.client_audience', 'auth_lib.resources_fault', 'auth_lib.covers_resources'],
    tests: [
      'security/attack_oauth_parts › a token for a resource cannot be exchanged or refreshed',
      'sql/api/oauth/start_device_authorization › refuses an unknown scope and a foreign resource',
      'sql/api/oauth/start_authorization › scopes of the app, and the lists of a client',
      'sql/api/oauth/exchange_authorization › refreshing narrows scope and resource',
    ],
  },
];
