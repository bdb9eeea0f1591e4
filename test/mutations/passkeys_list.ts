// Mutations of passkeys.
import type { Mutation } from './mutation.ts';

const REFUSALS = 'test/flows/passkeys/refusals.test.ts';
const STRANGERS = 'test/flows/passkeys/strangers.test.ts';
const MANAGED = 'test/sql/api/passkey/rename_passkey.test.ts';
const SIGN_IN = 'test/sql/api/passkey/sign_in_with_passkey.test.ts';

const passkey = (breaks: string, change: Omit<Mutation, 'group' | 'breaks'>): Mutation => ({
  group: 'passkeys',
  breaks,
  ...change,
});

export const PASSKEY_MUTATIONS: readonly Mutation[] = [
  passkey('a challenge stays after its answer', {
    file: 'sql/lib/passkey.sql',
    from: '  delete from auth.passkey_challenges as c\n  where c.id = auth_lib.path_uuid(challenge_id) and',
    to: '  update auth.passkey_challenges as c set purpose = c.purpose\n  where c.id = auth_lib.path_uuid(challenge_id) and',
    test: REFUSALS,
    fails: 'of 100 parallel',
  }),
  passkey('anybody’s challenge will do', {
    file: 'sql/lib/passkey.sql',
    from: '    and c.user_id is not distinct from person_id\n',
    to: '',
    test: 'test/sql/api/passkey/consume_passkey_registration.test.ts',
    fails: 'a challenge is consumed once,',
  }),
  passkey('a challenge has no end', {
    file: 'sql/lib/passkey.sql',
    from: 'elsif auth_lib.clock() > v_challenge.expires_at then',
    to: 'elsif false then',
    test: 'test/sql/api/passkey/consume_passkey_sign_in.test.ts',
    fails: 'consumes a challenge once and',
  }),
  passkey('anonymous users register', {
    file: 'sql/lib/passkey.sql',
    from: 'elsif person.is_anonymous then',
    to: 'elsif false then',
    test: REFUSALS,
    fails: 'rejects anonymous users',
  }),
  passkey('the second factor is not asked for', {
    file: 'sql/lib/passkey.sql',
    from: "return auth_lib.check_aal(claims, person, 'passkeys_need_second_factor');",
    to: 'return null;',
    test: MANAGED,
    fails: 'a user with a second',
  }),
  passkey('one more than the most', {
    file: 'sql/lib/passkey.sql',
    from: '    >= coalesce((settings',
    to: '    > coalesce((settings',
    test: 'test/sql/api/passkey/finish_passkey_registration.test.ts',
    fails: 'enforces the limit per user,',
  }),
  passkey('somebody else’s passkey is renamed', {
    file: 'sql/api/passkey/rename_passkey.sql',
    from: 'where p.user_id = v_user.id and p.id = auth_lib.path_uuid(passkey_id) returning',
    to: 'where p.id = auth_lib.path_uuid(passkey_id) returning',
    test: MANAGED,
    fails: 'rejects an invalid id, an',
  }),
  passkey('a banned user comes in', {
    file: 'sql/api/passkey/sign_in_with_passkey.sql',
    from: 'elsif auth_lib.is_banned(v_user) then',
    to: 'elsif false then',
    test: REFUSALS,
    fails: 'banned, soft-deleted',
  }),
  passkey('a clone goes unnoticed', {
    file: 'sql/lib/passkey.sql',
    from: 'and sign_count <= last_sign_count',
    to: 'and sign_count < last_sign_count - 4294967295',
    test: SIGN_IN,
    fails: 'a counter that does not',
  }),
  passkey('the user handle is not looked at', {
    file: 'sql/api/passkey/consume_passkey_sign_in.sql',
    from: ' and p.user_id = v_owner;',
    to: ';',
    test: REFUSALS,
    fails: 'rejects an invalid, another',
  }),
  passkey('an account that is recovered keeps a stranger’s', {
    file: 'sql/lib/access.sql',
    from: ', auth_lib.delete_passkeys(person.id),',
    to: ',',
    test: REFUSALS,
    fails: 'confirming an account that',
  }),
  passkey('any origin', {
    file: 'gateway/webauthn/verify.ts',
    from: 'expectedOrigin: [...settings.webauthn_rp_origins]',
    to: "expectedOrigin: ['https://evil.example', ...settings.webauthn_rp_origins]",
    test: REFUSALS,
    fails: 'another origin: registers nothing',
  }),
  passkey('any statement goes to the library', {
    file: 'gateway/webauthn/verify.ts',
    from: "if (SELF_CONTAINED.has(attestation.get('fmt'))) return credential;",
    to: 'if (attestation.size > 0) return credential;',
    test: REFUSALS,
    fails: 'the statement of an Android key',
  }),
  passkey('a key of any size', {
    file: 'gateway/webauthn/verify.ts',
    from: 'if (length > LARGEST_KEY)',
    to: 'if (length > 100_000)',
    test: 'test/flows/factors/webauthn.test.ts',
    fails: 'rejects an oversized key',
  }),
  passkey('an answer of any length', {
    file: 'gateway/webauthn/credential.ts',
    from: "value === '' || value.length > longest",
    to: "value === ''",
    test: REFUSALS,
    fails: 'limits each part of an answer',
  }),
  passkey('a stranger’s identity outlives an invitation', {
    file: 'sql/lib/access.sql',
    from: "case when assign_ownership.provider is null then i.provider not in ('email', 'phone')",
    to: 'case when assign_ownership.provider is null then false',
    test: STRANGERS,
    fails: 'the owner accepts an invitation by its link',
  }),
  passkey('an invitation leaves a stranger’s session', {
    file: 'sql/lib/user.sql',
    from: '  if not auth_lib.has_owner(person) then\n    perform auth_lib.assign_ownership(person, null, null), ',
    to: '  if false then\n    perform auth_lib.assign_ownership(person, null, null), ',
    test: STRANGERS,
    fails: 'the owner accepts an invitation by its link',
  }),
];
