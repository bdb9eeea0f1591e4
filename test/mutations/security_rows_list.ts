// Mutations of rules that only the security tables name.
import type { Mutation } from './mutation.ts';

const LEVELS = 'test/flows/row_level_security.test.ts';
const PASSKEY = 'test/sql/api/passkey/sign_in_with_passkey.test.ts';
const UNLINKED = 'test/sql/api/provider/unlink_identity.test.ts';
const ENDED = 'test/flows/session_ends.test.ts';
const RING = 'test/core/keys/ring.test.ts';
const OUTAGE = 'test/flows/outage.test.ts';

const row = (
  breaks: string,
  file: string,
  [from, to]: readonly [from: string, to: string],
  [test, fails]: readonly [test: string, fails: string],
): Mutation => ({ group: 'security rows', breaks, file, from, to, test, fails });

export const SECURITY_ROW_MUTATIONS: readonly Mutation[] = [
  row(
    'every token claims the second level',
    'sql/lib/session.sql',
    ["'aal', session.aal,", "'aal', 'aal2',"],
    [LEVELS, 'auth.aal()'],
  ),
  row(
    'every way to sign in counts as a password',
    'sql/lib/session.sql',
    ["jsonb_build_object('method', method,", "jsonb_build_object('method', 'password',"],
    [PASSKEY, 'a session of one factor'],
  ),
  row(
    'the list of providers stays as it was',
    'sql/lib/identity.sql',
    ["    'providers', v_providers));", "    'providers', person.raw_app_meta_data -> 'providers'));"],
    [UNLINKED, 'deletes an identity and recomputes'],
  ),
  row(
    'a sign-out of all sessions revokes none',
    'sql/api/session/sign_out.sql',
    ["then v_session end, 'logout');", 'then v_session end, null);'],
    [ENDED, 'every end of a session'],
  ),
  row(
    'the end of one session has no effect',
    'sql/lib/access.sql',
    ['and s.id = session_id and s.revoked_at is null returning', 'and s.id = session_id and false returning'],
    [ENDED, 'every end of a session'],
  ),
  row(
    'the refresh tokens of all devices are one',
    'core/keys/ring.ts',
    ['uuidToBytes(session_id).copy(body, 18);', 'uuidToBytes(user_id).copy(body, 18);'],
    [ENDED, 'a user lists the devices'],
  ),
  row(
    'a longer refresh token is read',
    'core/keys/ring.ts',
    ['if (!/^[A-Za-z0-9_-]{80}$/.test(token))', 'if (!/^[A-Za-z0-9_-]{80}/.test(token))'],
    [RING, 'rejects a token of any other length'],
  ),
  row(
    'a shorter RSA key signs',
    'core/keys/jwt_key_check.ts',
    ['const LEAST_MODULUS = 2048;', 'const LEAST_MODULUS = 1024;'],
    ['test/core/keys/strength.test.ts', 'refuses a secret under 256 bits'],
  ),
  row(
    'the page gives support the right of an auditor',
    'docs/administration.md',
    ['searches, the audit log, metadata | yes | no | yes |', 'searches, the audit log, metadata | yes | yes | yes |'],
    ['test/sql/api/admin/rights.test.ts', 'the page of the roles documents'],
  ),
  row(
    'a serialization failure is not repeated',
    'core/database/outage.ts',
    ["if (code === '40001' || code === '40P01') return true;", "if (code === '40P01') return true;"],
    [OUTAGE, 'a serialization failure or a deadlock'],
  ),
  row(
    'a refused connection is a fault of the request',
    'core/database/outage.ts',
    ['OUTAGE_CODES.has(code) || OUTAGE_STATES.has(code)', 'OUTAGE_STATES.has(code)'],
    [OUTAGE, 'no connection'],
  ),
  row(
    'the child of a client’s token is one of the user',
    'sql/api/session/refresh_session.sql',
    [
      'return auth_lib.client_session_reply(v_user, v_session, v_client,',
      'return auth_lib.session_reply(v_user, v_session, settings); return auth_lib.client_session_reply(v_user, v_session, v_client,',
    ],
    ['test/security/client_tokens.test.ts', 'the child of a client’s refresh token'],
  ),
  row(
    'a deletion leaves the user',
    'sql/lib/hook.sql',
    ['perform auth_lib.run_delete(user_id);', 'perform 1;'],
    ['test/security/random_calls.test.ts', 'only functions that create or delete a user'],
  ),
  row(
    'codes are of another hash function',
    'core/keys/ring.ts',
    ["const hmac = createHmac('sha256', key);", "const hmac = createHmac('sha1', key);"],
    [RING, 'a code is the documented function'],
  ),
  row(
    'every value is sealed with the same initialization vector',
    'core/keys/ring.ts',
    ['const iv = randomBytes(GCM_IV_BYTES);', 'const iv = Buffer.alloc(GCM_IV_BYTES);'],
    [RING, 'a sealed value unseals only for its row'],
  ),
];
