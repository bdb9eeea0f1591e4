// Mutations of the rules that hold the invariants (docs/security-invariants.md).
import type { Mutation } from './mutation.ts';

const row = (
  breaks: string,
  file: string,
  [from, to]: readonly [from: string, to: string],
  [test, fails]: readonly [test: string, fails: string],
): Mutation => ({ group: 'rows of invariants', breaks, file, from, to, test, fails });

const MODEL = 'test/security/session_model.test.ts';
const EMAIL = 'test/sql/api/account/update_user_email.test.ts';
const REMOVAL = 'test/sql/api/admin/delete_user.test.ts';
const MAIL_LIMITS = 'test/security/mail_limits.test.ts';

export const INVARIANT_MUTATIONS: readonly Mutation[] = [
  row(
    'a retry within the reuse interval rotates again',
    'sql/api/session/refresh_session.sql',
    ['if v_behind is distinct from 1 then', 'if v_behind = 1 then v_session.counter := v_session.counter + 1; else'],
    [MODEL, 'random sequences keep every invariant'],
  ),
  row(
    'a session that was signed out is refreshed',
    'sql/api/session/refresh_session.sql',
    ['elsif not found or v_session.revoked_at is not null then', 'elsif not found then'],
    [MODEL, 'random sequences keep every invariant'],
  ),
  row(
    'the reuse interval has no end',
    'sql/api/session/refresh_session.sql',
    [
      'and (v_interval <= 0 or v_now > v_session.rotated_at + make_interval(secs => v_interval)) then',
      'and v_interval <= 0 then',
    ],
    [MODEL, '100 parallel refreshes of one token'],
  ),
  row(
    'each of several concurrent refreshes gives a child of its own',
    'sql/api/session/refresh_session.sql',
    [
      'if v_behind is distinct from 1 then v_session.counter := counter + 1;',
      'v_session.counter := v_session.counter + 1; if v_behind is distinct from 1 then',
    ],
    ['test/sql/api/session/refresh_session.test.ts', 'parallel refreshes of one token all return'],
  ),
  row(
    'a soft deletion leaves the identities',
    'sql/lib/user.sql',
    ['delete from auth.identities as i where i.user_id = v_id;', ''],
    ['test/security/account_races.test.ts', 'deletions concurrent with other requests'],
  ),
  row(
    'the identity keeps the former address',
    'sql/lib/identity.sql',
    [
      "identity_data = i.identity_data || jsonb_build_object( kind, value, kind || '_verified', verified),",
      "identity_data = i.identity_data || jsonb_build_object(kind || '_verified', verified),",
    ],
    [EMAIL, 'both confirm, in either order'],
  ),
  row(
    'the code of a passwordless sign-up installs a pending password',
    'sql/lib/confirmation.sql',
    ['if token.carries_password and v_pending is not null then', 'if v_pending is not null then'],
    ['test/security/takeover.test.ts', 'the invariant holds for every order'],
  ),
  row(
    'the metadata of a user become app_metadata',
    'sql/api/account/update_user.sql',
    [
      'auth_lib.merge_metadata(v_user.raw_app_meta_data, app_metadata);',
      'auth_lib.merge_metadata(v_user.raw_app_meta_data, coalesce(app_metadata, data));',
    ],
    ['test/security/own_rights.test.ts', 'a user’s routes: forged members'],
  ),
  row(
    'a user with a confirmed address stays anonymous',
    'sql/lib/address_change.sql',
    [
      'set new_email = null, email_change_status = 0, is_anonymous = false,',
      'set new_email = null, email_change_status = 0,',
    ],
    ['test/flows/anonymous.test.ts', 'conversion by e-mail'],
  ),
  row(
    'a user with a confirmed number stays anonymous',
    'sql/lib/address_change.sql',
    ['set new_phone = null, is_anonymous = false,', 'set new_phone = null,'],
    ['test/flows/anonymous.test.ts', 'conversion by phone'],
  ),
  row(
    'one of two proofs completes a change of address',
    'sql/lib/address_change.sql',
    ['if (person).email_change_status = 1 or (kind', 'if true or (kind'],
    [EMAIL, 'both confirm, in either order'],
  ),
  row(
    'a sealed text has its plaintext beside it',
    'core/keys/ring.ts',
    [
      "return Buffer.concat([Buffer.of(sealingId), iv, cipher.getAuthTag(), text]).toString('base64url');",
      "return Buffer.concat([Buffer.of(sealingId), iv, cipher.getAuthTag(), text]).toString('base64url') + '=' + plaintext;",
    ],
    ['test/security/canary.test.ts', 'no table holds a secret'],
  ),
  row(
    'a merge that gains an address creates no identity for it',
    'sql/api/account/merge_users.sql',
    ["perform auth_lib.upsert_address_identity((kept).id, 'email', (merged).email, true);", ''],
    ['test/sql/api/account/merge_users.test.ts', 'the e-mail identity has the address of the user'],
  ),
  row(
    'a message has no job',
    'sql/lib/message.sql',
    ['perform auth_lib.enqueue_message(v_message);', ''],
    ['test/sql/api/account/sign_up.test.ts', 'the job holds ids only'],
  ),
  row(
    'late messages stay queued',
    'sql/api/worker/expire_messages.sql',
    ["set state = 'expired',", 'set state = m.state,'],
    ['test/sql/api/worker/expire_messages.test.ts', 'late messages expire'],
  ),
  row(
    'a message whose worker was killed never ends',
    'sql/api/worker/expire_messages.sql',
    ["where o.state in ('queued', 'sending') and", "where o.state in ('queued') and"],
    ['test/sql/api/worker/expire_messages.test.ts', 'late messages expire'],
  ),
  row(
    'a recovery mail has no job',
    'sql/lib/message.sql',
    [
      'perform auth_lib.enqueue_message(v_message); return v_message.id;',
      "if kind <> 'recovery' then perform auth_lib.enqueue_message(v_message); end if; return v_message.id;",
    ],
    ['test/sql/lib/enqueue.test.ts', 'every kind of message gets one job'],
  ),
  row(
    'a worker sends a message that another worker is sending',
    'sql/api/worker/lease_message.sql',
    ['if v_waits > v_now then', 'if false then'],
    ['test/worker/deliver.test.ts', 'F-02: retries a message leased by another worker'],
  ),
  row(
    'a sent message is not counted against the quota',
    'sql/lib/limit.sql',
    ['then q.used else 0 end + 1, window_start', 'then q.used else 0 end, window_start'],
    [MAIL_LIMITS, 'two gateways share the quota'],
  ),
  row(
    'messages to one address need no pause',
    'sql/lib/limit.sql',
    ['set asked_at = v_now, tries = 0,', 'set tries = 0,'],
    [MAIL_LIMITS, 'parallel requests for one address'],
  ),
  row(
    'the code of a new address is sent to the current one',
    'sql/lib/address_change.sql',
    [
      "'email_change', 'mail', email, link); if v_both then",
      "'email_change', 'mail', coalesce((person).email, email), link); if v_both then",
    ],
    [EMAIL, 'the request: two mails'],
  ),
  row(
    'a host that ends like a listed one begins a link',
    'gateway/http/external_url.ts',
    ['if (!hosts.has(host))', "if (![...hosts].some((listed) => host.endsWith(listed)) || host === '')"],
    ['test/flows/external_host.test.ts', 'a generated link starts with a listed host'],
  ),
  row(
    'calls of one statement have their results in the reverse order',
    'gateway/database/shared_statement.ts',
    ['void resolve(answers[index] ?? null)', 'void resolve(answers.at(-1 - index) ?? null)'],
    [MODEL, 'requests of two users have the same result'],
  ),
  row(
    'each migrate installs all functions again',
    'install/migrate/migrate.ts',
    ['if (pending.release || pending.migrations.length > 0) {', 'if (true) {'],
    ['test/install/migrate.test.ts', 'an empty database gets everything'],
  ),
  row(
    'a slot for hashes stays with a client that disconnected',
    'gateway/database/call.ts',
    ['leavePool(); leaveHashing?.(); });', 'leavePool(); if (asked.gone?.() !== true) leaveHashing?.(); });'],
    ['test/flows/aborted_clients.test.ts', 'clients that disconnect at'],
  ),
  row(
    'a deletion leaves errors that name the user',
    'sql/lib/user.sql',
    ['delete from auth.refusals as r where r.user_id = prepare_user_deletion.user_id;', ''],
    [REMOVAL, 'hard: every row is gone'],
  ),
  row(
    'a deletion leaves the jobs of the user',
    'sql/lib/user.sql',
    ["and (j.name <> 'webhooks' or j.state > 'active');", 'and false;'],
    [REMOVAL, 'F-65: deletes jobs of the user too'],
  ),
  row(
    'a session that is revoked stays live',
    'sql/lib/access.sql',
    [
      'set revoked_at = auth_lib.clock(), revoked_reason = reason where s.user_id = revoke_session.user_id',
      'set revoked_reason = reason where s.user_id = revoke_session.user_id',
    ],
    ['test/flows/refresh.test.ts', 'a reused grandparent revokes'],
  ),
  row(
    'a hard deletion leaves the user',
    'sql/lib/user.sql',
    [
      'perform auth_lib.prepare_user_deletion(person.id), auth_lib.delete_user_row(person.id);',
      'perform auth_lib.prepare_user_deletion(person.id);',
    ],
    ['test/security/account_races.test.ts', 'deletions concurrent with other requests'],
  ),
  row(
    'a hard deletion leaves what no foreign key removes',
    'sql/lib/user.sql',
    [
      'perform auth_lib.prepare_user_deletion(person.id), auth_lib.delete_user_row(person.id);',
      'perform auth_lib.delete_user_row(person.id);',
    ],
    ['test/sql/api/admin/delete_user.test.ts', 'hard: every row is gone'],
  ),
  row(
    'a second password of a sign-up by phone voids nothing',
    'sql/api/account/sign_up.sql',
    ['and not auth_lib.bcrypt_matches(computed, p.hash);', 'and false;'],
    ['test/security/takeover_phone.test.ts', 'the invariant holds for every order'],
  ),
  row(
    'any user sets app_metadata',
    'sql/lib/address_change.sql',
    ['elsif app_metadata is not null and (person.aud', 'elsif false and (person.aud'],
    ['test/sql/api/account/update_user.test.ts', 'only a user with the default audience'],
  ),
  row(
    'the job of a message has its address',
    'sql/lib/message.sql',
    [
      "jsonb_build_object('message_id', (message).id, 'user_id', (message).user_id,",
      "jsonb_build_object('message_id', (message).id, 'user_id', (message).user_id, 'to', (message).to_address,",
    ],
    ['test/sql/api/account/sign_up.test.ts', 'the job holds ids only'],
  ),
  row(
    'a redirect target may have line breaks',
    'gateway/http/redirect.ts',
    ['return /\\p{Cc}|^ | $/u.test(text) || !text.isWellFormed();', 'return false;'],
    ['test/security/bad_strings.test.ts', 'line breaks in a redirect target'],
  ),
  row(
    'an error rolls nothing back',
    'sql/lib/refusal.sql',
    [
      "raise exception using errcode = 'PT' || (refused -> 'refused' ->> 'status'), message = refused -> 'refused' ->> 'message', detail =",
      'perform',
    ],
    ['test/sql/api/account/update_user_email.test.ts', 'two users who request one address'],
  ),
  row(
    'parallel requests exceed the quota',
    'sql/lib/limit.sql',
    ['perform from auth.quotas as q where q.kind = count_quota.kind for no key update;', ''],
    ['test/security/mail_limits.test.ts', 'a quota holds for parallel requests'],
  ),
  row(
    'two workers lease one message',
    'sql/api/worker/lease_message.sql',
    [
      'select m.* into v_message from auth.messages as m where m.id = message_id for no key update;',
      'select m.* into v_message from auth.messages as m where m.id = message_id;',
    ],
    ['test/sql/api/worker/lease_message.test.ts', 'of many concurrent calls one gets the message'],
  ),
];
