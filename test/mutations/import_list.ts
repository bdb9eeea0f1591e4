// Mutations of password hashes from other systems, and of imports and exports.
import type { Mutation } from './mutation.ts';

const SIGN_IN = 'sql/api/account/sign_in_with_password.sql';
const HASHES = 'sql/lib/password.sql';
const FLOW = 'test/flows/foreign_hashes.test.ts';
const IMPORTS = 'test/import/users.test.ts';

const broken = (group: string, breaks: string, change: Omit<Mutation, 'group' | 'breaks'>): Mutation => ({
  group,
  breaks,
  ...change,
});
const hash = (breaks: string, change: Omit<Mutation, 'group' | 'breaks'>) => broken('foreign hashes', breaks, change);
const moved = (breaks: string, change: Omit<Mutation, 'group' | 'breaks'>) =>
  broken('imports and exports', breaks, change);

export const IMPORT_MUTATIONS: readonly Mutation[] = [
  hash('an imported hash is never replaced', {
    file: SIGN_IN,
    from: 'if auth_lib.is_foreign_hash(v_stored) and octet_length(password) <= 72 then',
    to: 'if false then',
    test: FLOW,
    fails: 'the first sign-in replaces',
  }),
  hash('a password that bcrypt cannot hold is cut', {
    file: SIGN_IN,
    from: ' and octet_length(password) <= 72 then',
    to: ' then',
    test: FLOW,
    fails: 'banned, unconfirmed and over-long',
  }),
  hash('of parallel first sign-ins one succeeds', {
    file: SIGN_IN,
    from: 'case when auth_lib.is_foreign_hash(v_stored) then',
    to: 'case when false then',
    test: FLOW,
    fails: 'a first sign-in that another one',
  }),
  hash('the digest goes to the gateway', {
    file: HASHES,
    from: "'salt', auth_lib.foreign_salt(stored),",
    to: "'salt', stored,",
    test: 'test/sql/lib/foreign_hash.test.ts',
    fails: 'the digest stays in SQL:',
  }),
  hash('a hash of 1 GiB is taken', {
    file: HASHES,
    from: 'and 262144 and',
    to: 'and 1048576 and',
    test: 'test/sql/lib/foreign_hash.test.ts',
    fails: 'rejects hostile hashes: more memory,',
  }),
  hash('a gateway computes as many at once as it has cores', {
    file: 'gateway/pipeline/foreign_hash.ts',
    from: 'const MAX_AT_ONCE = 2;',
    to: 'const MAX_AT_ONCE = 200;',
    test: 'test/gateway/pipeline/foreign_hash.test.ts',
    fails: 'computes at most two',
  }),
  moved('a dry run writes', {
    file: 'sql/api/admin/import_users.sql',
    from: 'elsif not dry_run then',
    to: 'else',
    test: IMPORTS,
    fails: 'a dry run reports',
  }),
  moved('users of a file go by other rules than those of the API', {
    file: 'sql/api/admin/import_users.sql',
    from: "entry ->> 'phone' end, null, entry ->> 'password_hash', entry ->> 'ban_duration'),",
    to: "entry ->> 'phone' end, null, null, null),",
    test: IMPORTS,
    fails: 'errors name line and column',
  }),
  moved('a user who stands twice in a file is taken for one who was there', {
    file: 'import/users.ts',
    from: 'if (keys.some((key) => seen.has(key)))',
    to: 'if (false)',
    test: IMPORTS,
    fails: 'errors name line and column',
  }),
  moved('others can read the file of rejected users', {
    file: 'import/rejected.ts',
    from: "open(path, 'wx', 0o600)",
    to: "open(path, 'wx', 0o644)",
    test: IMPORTS,
    fails: 'errors name line and column',
  }),
  moved('others can read an export', {
    file: 'import/export.ts',
    from: "open(path, 'wx', 0o600)",
    to: "open(path, 'wx', 0o644)",
    test: IMPORTS,
    fails: 'export, import into an empty database',
  }),
  moved('an export has hashes that nobody asked for', {
    file: 'sql/api/admin/export_users.sql',
    from: 'case when with_password_hash then',
    to: 'case when true then',
    test: 'test/sql/api/admin/export_users.test.ts',
    fails: 'contains a password hash only',
  }),
  moved('nobody learns that somebody has exported all users', {
    file: 'sql/api/admin/export_users.sql',
    from: 'elsif after is null then',
    to: 'elsif false then',
    test: 'test/sql/api/admin/export_users.test.ts',
    fails: 'every user once',
  }),
];
