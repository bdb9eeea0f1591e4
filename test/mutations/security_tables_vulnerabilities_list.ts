// Mutations of the rules that keep Postern free of past vulnerabilities (docs/security-vulnerabilities.md).
import type { Mutation } from './mutation.ts';

const row = (
  breaks: string,
  file: string,
  [from, to]: readonly [from: string, to: string],
  [test, fails]: readonly [test: string, fails: string],
): Mutation => ({ group: 'rows of past vulnerabilities', breaks, file, from, to, test, fails });

const DECISIONS = 'test/sql/api/oauth/decide_authorization.test.ts';
const PROVIDER_ATTACKS = 'test/flows/providers/attacks.test.ts';
const BAD_INPUT = 'test/security/bad_input.test.ts';

export const VULNERABILITY_MUTATIONS: readonly Mutation[] = [
  row(
    'data of a sign-up says that the address is verified',
    'sql/lib/user.sql',
    [
      `v_user.raw_user_meta_data := coalesce(data, '{}') || v_own || '{"phone_verified": false}';`,
      `v_user.raw_user_meta_data := v_own || '{"phone_verified": false}' || coalesce(data, '{}');`,
    ],
    ['test/security/bad_strings.test.ts', 'user metadata cannot set identity'],
  ),
  row(
    'a decided authorization is decided again',
    'sql/api/oauth/decide_authorization.sql',
    [
      "elsif v_row.status not in ('pending', case action when 'approve' then 'approved' else 'denied' end) then",
      "elsif v_row.status not in ('pending', 'approved', 'denied') then",
    ],
    [DECISIONS, 'of 50 approvals and denials'],
  ),
  row(
    'an authorization that has expired is decided',
    'sql/lib/authorization.sql',
    ['if coalesce(v_row.code_expires_at, v_row.expires_at) < auth_lib.clock() then', 'if false then'],
    [DECISIONS, 'refuses every decision about an expired'],
  ),
  row(
    'a new e-mail address leaves a pending change of the number',
    'sql/lib/access.sql',
    [
      'set access_epoch = u.access_epoch + 1, new_email = null, new_phone = null,',
      'set access_epoch = u.access_epoch + 1, new_email = null,',
    ],
    ['test/security/pending_change.test.ts', 'an administrator’s e-mail address ends both'],
  ),
  row(
    'a new password leaves links and codes',
    'sql/lib/token.sql',
    ['delete from auth.one_time_tokens as t where t.user_id = void_one_time_tokens.user_id;', ''],
    ['test/sql/api/account/update_user_password.test.ts', 'a new password: the current session stays'],
  ),
  row(
    'an identity has the new address at the request of the change',
    'sql/lib/address_change.sql',
    [
      'update auth.users as u set new_email = request_email_change.email, email_change_status = 0,',
      "perform auth_lib.upsert_address_identity(v_id, 'email', email, false); update auth.users as u set new_email = request_email_change.email, email_change_status = 0,",
    ],
    ['test/sql/api/account/update_user_email.test.ts', 'the request: two mails'],
  ),
  row(
    'a second sign-up shows the confirmed user',
    'sql/api/account/sign_up.sql',
    [
      'return auth_lib.reply_to_known_user(v_user, v_kind, v_value, v_aud, data, settings, client);',
      'return auth_lib.user_json(v_user);',
    ],
    ['test/sql/api/account/sign_up_again.test.ts', 'confirmed: a fake user'],
  ),
  row(
    'SMS have no quota',
    'sql/lib/limit.sql',
    [
      "when v_sms and not auth_lib.count_quota('sms', settings -> 'rate_limit_sms_sent')",
      "when v_sms and not auth_lib.has_quota('sms', settings -> 'rate_limit_sms_sent')",
    ],
    ['test/security/sms_limits.test.ts', 'mails and SMS have separate quotas'],
  ),
  row(
    'hashes take the connections of other requests',
    'gateway/database/call.ts',
    ["asked.hashes && statement.pool === 'fast' ? 'hash' : statement.pool", 'statement.pool'],
    ['test/security/one_connection.test.ts', 'several requests of every route complete'],
  ),
  row(
    'a slot for hashes is not released',
    'gateway/database/call.ts',
    ['leavePool(); leaveHashing?.(); });', 'leavePool(); });'],
    ['test/security/one_connection.test.ts', 'whole sessions of several users complete'],
  ),
  row(
    'the password of a sign-up stays in an account that a provider’s user enters',
    'sql/lib/access.sql',
    [
      'with pending as (delete from auth.pending_passwords as p where p.user_id = person.id) delete from',
      'delete from',
    ],
    ['test/flows/providers/accounts.test.ts', 'T102: an unconfirmed account passes'],
  ),
  row(
    'a text that Postgres cannot store reaches the database',
    'gateway/http/body.ts',
    ['if (fault) throw refuse(error, fault);', ''],
    [BAD_INPUT, 'POST /signup: returns 400 bad_json for NUL'],
  ),
  row(
    'the bodies of all requests together have no limit',
    'gateway/server/body_budget.ts',
    ['if (held > most_bytes) refuseLargest();', ''],
    ['test/gateway/server/crowds.test.ts', 'F-31: if bodies exceed the limit together'],
  ),
  row(
    'a complete body no longer counts',
    'gateway/server/body_budget.ts',
    ['complete: () => void coming.delete(body),', 'complete: () => release(body),'],
    ['test/gateway/server/crowds.test.ts', 'F-31: a complete body counts until its response'],
  ),
  row(
    'a function for policies finds an operator in the search_path',
    'sql/contract.sql',
    ["true)::pg_catalog.jsonb operator(pg_catalog.->>) 'sub' end", "true)::pg_catalog.jsonb ->> 'sub' end"],
    ['test/flows/row_level_security.test.ts', 'a hostile search_path changes nothing'],
  ),
  row(
    'a job is tried once',
    'sql/lib/message.sql',
    ['v_queue.policy, v_queue.retry_limit, v_queue.retry_delay,', 'v_queue.policy, 0, v_queue.retry_delay,'],
    ['test/worker/crash.test.ts', 'killed before, during and after DATA'],
  ),
  row(
    'the escapes and dots of a path are resolved before a route is found',
    'gateway/pipeline/router.ts',
    [
      'findNode(root, splitPath(path), params)',
      "findNode(root, splitPath(new URL(path.replace(/%2f/gi, '/'), 'http://x').pathname), params)",
    ],
    ['test/flows/admin_http.test.ts', 'ids in a path'],
  ),
  row(
    'parallel wrong passwords count as one',
    'sql/lib/attempt.sql',
    [
      'then a.failures + 1 else 1 end,',
      'then coalesce((select o.failures from auth.attempts as o where o.digest = excluded.digest), 0) + 1 else 1 end,',
    ],
    ['test/security/account_limits.test.ts', 'compares exactly a hundred of many parallel passwords'],
  ),
  row(
    'the link to one new address confirms the next new address',
    'sql/lib/token.sql',
    ['set id = excluded.id, purpose = excluded.purpose,', 'set purpose = excluded.purpose,'],
    ['test/security/email_change_race.test.ts', 'two concurrent changes of address'],
  ),
  row(
    'a link without an id finds any token of its kind',
    'sql/lib/token.sql',
    [
      "else select t.* into v_token from auth.one_time_tokens as t where t.id = (link ->> 'id')::uuid; end if;",
      "else select t.* into v_token from auth.one_time_tokens as t where coalesce(t.id = (link ->> 'id')::uuid, t.kind = any (kinds)) order by t.expires_at desc nulls last limit 1; end if;",
    ],
    ['test/security/blank_tokens.test.ts', 'a blank token, code, nonce'],
  ),
  row(
    'a blank code fits each token',
    'sql/lib/token.sql',
    [
      'return code = auth_lib.token_code(token, key);',
      "return coalesce(trim(code), '') = '' or code = auth_lib.token_code(token, key);",
    ],
    ['test/security/blank_tokens.test.ts', 'a blank token, code, nonce'],
  ),
  row(
    'concurrent refreshes of one token all succeed',
    'sql/api/session/refresh_session.sql',
    ['and s.id = session_id for no key update;', 'and s.id = session_id;'],
    ['test/sql/api/session/refresh_session.test.ts', 'without a reuse interval one of 20'],
  ),
  row(
    'the reader of the mailbox leaves what others put into the account',
    'sql/lib/confirmation.sql',
    [
      'if v_kind is not null and not auth_lib.has_owner(person) then perform auth_lib.assign_ownership_by_mail(person, token.provider); end if;',
      '',
    ],
    ['test/security/takeover_model.test.ts', 'some hundred random sequences'],
  ),
  row(
    'a path in other letters and escapes finds its route',
    'gateway/pipeline/router.ts',
    ['node.literal.get(segment);', 'node.literal.get(decodeSegment(segment).toLowerCase());'],
    ['test/security/bad_requests.test.ts', 'refuses every other spelling of a path'],
  ),
  row(
    'an id of the query is the user',
    'gateway/pipeline/calls.ts',
    [
      'return ({ claims }) => claims && serializeClaims(claims);',
      "return ({ claims, request }) => claims && serializeClaims({ ...claims, sub: new URLSearchParams(request.query).get('id') ?? claims.sub });",
    ],
    ['test/security/own_rights.test.ts', 'the verified token determines the user'],
  ),
  row(
    'any secret authenticates a client',
    'sql/lib/oauth_client.sql',
    ["else coalesce((proof ->> 'generation')::integer = c.secret_generation, false)", 'else true'],
    ['test/flows/oauth/protocol.test.ts', 'a client authenticates by Basic'],
  ),
  row(
    'the state does not say the provider',
    'sql/api/provider/consume_provider_flow.sql',
    ["jsonb_build_object('provider', v_flow.provider,", "jsonb_build_object('provider', 'google',"],
    [PROVIDER_ATTACKS, 'a code of another provider goes to the provider of the state'],
  ),
  row(
    'all kinds of sealed tokens have one key',
    'core/keys/ring.ts',
    ['createSecretKey(deriveKey(key, purpose));', "createSecretKey(deriveKey(key, purpose.replace(/.*/, 'all')));"],
    ['test/core/keys/ring.test.ts', 'tokens of one kind do not open as another'],
  ),
  row(
    'concurrent calls get the results of one another',
    'gateway/database/shared_statement.ts',
    ['c (value, place) order by c.place`', 'c (value, place) order by c.place desc`'],
    ['test/flows/shared_statement.test.ts', '300 concurrent requests'],
  ),
  row(
    'a user confirms the own address by metadata',
    'sql/lib/identity.sql',
    ["'email_verified', kind = 'email' and confirmed,", "'email_verified', kind = 'email',"],
    ['test/security/bad_strings.test.ts', 'user metadata cannot set identity'],
  ),
  row(
    'an error shows the message of the database',
    'gateway/database/faults.ts',
    [
      'return error; } /** * Interprets an error raised by a hook function',
      "return new ApiError(500, 'unexpected_failure', (error as Error).message); } /** * Interprets an error raised by a hook function",
    ],
    ['test/security/gateway_refusals.test.ts', 'an unexpected SQL error returns only the generic body'],
  ),
  row(
    'a code fits any address',
    'sql/lib/token.sql',
    [
      'select t.* from auth.one_time_tokens as t where t.address = match_code.address and t.kind = any (kinds) and t.attempts < 5',
      'select t.* from auth.one_time_tokens as t where t.kind = any (kinds) and t.attempts < 5',
    ],
    ['test/flows/codes.test.ts', 'T49 a code belongs to its address'],
  ),
  row(
    'an empty body is an empty object on every route',
    'gateway/http/body.ts',
    ["source === '' && optional ? {}", "source === '' ? {}"],
    [BAD_INPUT, 'POST /signup: returns 400 bad_json for malformed'],
  ),
  row(
    'a recovery code works again',
    'sql/api/factor/consume_recovery_code.sql',
    ['delete from auth.recovery_codes as r where', 'perform from auth.recovery_codes as r where'],
    ['test/security/factor_races.test.ts', 'one recovery code opens one session'],
  ),
  row(
    'a duration of any length is matched',
    'sql/lib/ownership.sql',
    ['elsif length(duration) <= 100 and duration ~', 'elsif duration ~'],
    ['test/sql/lib/check_ban_duration.test.ts', 'rejects durations of a million characters'],
  ),
  row(
    'a token of any length is parsed',
    'gateway/http/jwt.ts',
    ['const MAX_TOKEN_BYTES = 16 * 1024;', 'const MAX_TOKEN_BYTES = 16 * 1024 * 1024;'],
    ['test/gateway/http/jwt.test.ts', 'rejects a token above 16 KiB'],
  ),
  row(
    'a slot is released while its broken connection is open',
    'gateway/database/call.ts',
    [
      'await removeBrokenConnections(pool.driver, sql, error);',
      'void removeBrokenConnections(pool.driver, sql, error);',
    ],
    ['test/gateway/database/call.test.ts', 'F-07: a waiting call gets the slot'],
  ),
  row(
    'a message of a killed worker waits an hour longer',
    'sql/api/worker/lease_message.sql',
    ['auth_lib.wire_time(v_waits)', "auth_lib.wire_time(v_waits + interval '1 hour')"],
    ['test/worker/deliver.test.ts', 'F-02: retries a message leased by another worker'],
  ),
  row(
    'a handler does not see that its client has disconnected',
    'gateway/server/node_http.ts',
    ['return response.destroyed && !response.writableFinished;', 'return false;'],
    ['test/gateway/server/aborts.test.ts', 'a handler can see that its client has disconnected'],
  ),
  row(
    'a function with the rights of its owner has the search_path of its caller',
    'sql/contract.sql',
    [
      'language sql stable security definer set search_path = pg_catalog, pg_temp',
      'language sql stable security definer',
    ],
    ['test/house/privileges.test.ts', 'SECURITY DEFINER functions have a safe search_path'],
  ),
  row(
    'a cancelled change of address leaves its codes',
    'sql/lib/identity.sql',
    [
      'where t.user_id = cancel_address_changes.user_id and (v_email',
      'where t.user_id = cancel_address_changes.user_id and false and (v_email',
    ],
    ['test/security/pending_change.test.ts', 'an empty address ends a pending change of'],
  ),
  row(
    'flows in progress outlive a change of the address',
    'sql/lib/access.sql',
    ['set access_epoch = u.access_epoch + 1, new_email = null,', 'set new_email = null,'],
    ['test/security/ownership.test.ts', 'voids earlier links and authorization codes'],
  ),
  row(
    'a password that the user changes leaves a recovery link',
    'sql/api/account/update_user.sql',
    [
      "auth_lib.cut_access(v_user.id, auth_lib.claimed_session(claims), 'password'), auth_lib.void_one_time_tokens(v_user.id);",
      "auth_lib.cut_access(v_user.id, auth_lib.claimed_session(claims), 'password');",
    ],
    ['test/sql/api/account/update_user_password.test.ts', 'a new password: the current session stays'],
  ),
  row(
    'a quota written as N/d is never used up',
    'sql/lib/limit.sql',
    ["/ (rate ->> 'per')::double precision < 1 end)", "/ (rate ->> 'per')::double precision < -1e9 end)"],
    ['test/security/sms_limits.test.ts', 'mails and SMS have separate quotas'],
  ),
  row(
    'all clients share one rate limit',
    'sql/api/service/count_request.sql',
    ["select v_limit ->> 'key',", "select 'all',"],
    ['test/security/client_limits.test.ts', 'otp: allows a burst of thirty'],
  ),
  row(
    'a client with many waiting requests gets all slots',
    'gateway/database/slot_queue.ts',
    [
      'clients.delete(client); if (queue.length > 0) clients.set(client, queue);',
      'if (queue.length === 0) clients.delete(client);',
    ],
    ['test/flows/hash_queue.test.ts', 'F-24 sixty connections'],
  ),
  row(
    'text around a UUID in a path is ignored',
    'sql/lib/value.sql',
    [
      "value ~* '^(urn:uuid:)?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'",
      "value ~* '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'",
    ],
    ['test/flows/admin_http.test.ts', 'ids in a path'],
  ),
  row(
    'parallel codes are all compared',
    'sql/lib/token.sql',
    [
      'and t.kind = any (kinds)) order by u.id for no key update; if auth_lib.check_attempts(address, kinds, user_id, settings) is not null then return null;',
      'and t.kind = any (kinds)) order by u.id; if auth_lib.check_attempts(address, kinds, user_id, settings) is not null then return null;',
    ],
    ['test/security/account_limits.test.ts', 'five wrong attempts invalidate a code'],
  ),
  row(
    'a second change of address keeps the first new address',
    'sql/lib/address_change.sql',
    [
      'update auth.users as u set new_email = request_email_change.email, email_change_status = 0,',
      'update auth.users as u set new_email = coalesce(u.new_email, request_email_change.email), email_change_status = 0,',
    ],
    ['test/security/email_change_race.test.ts', 'two concurrent changes of address'],
  ),
  row(
    'an ID token is an access token',
    'gateway/http/claims.ts',
    ['if (isClientToken(claims) && readSessionId(claims) === null) throw', 'if (false) throw'],
    ['test/security/client_tokens.test.ts', 'an ID token is no bearer token'],
  ),
  row(
    'all sessions have one id',
    'sql/lib/session.sql',
    [
      "coalesce((client ->> 'session_id')::uuid, gen_random_uuid())",
      "coalesce((client ->> 'session_id')::uuid, '5ca1ab1e-0000-4000-8000-000000000000')",
    ],
    ['test/security/alternating_users.test.ts', 'two users alternate on one connection'],
  ),
  row(
    'a token confirms another address than its own',
    'sql/lib/token.sql',
    ['or auth_lib.confirmed_address(person, token.kind) is distinct from token.address then', 'then'],
    ['test/sql/api/verify/verify_token.test.ts', 'another audience, a changed address'],
  ),
  row(
    'the end of a pool waits for an hour',
    'core/database/driver_pool.ts',
    ['await Promise.all([end(sql, CLOSE_S), ...ending]);', 'await Promise.all([end(sql, 3_600), ...ending]);'],
    ['test/gateway/database/driver_pool.test.ts', 'replaces a pool once'],
  ),
  row(
    'the roles of the server have the search_path of the database',
    'sql/roles.sql',
    ["(5, null, 'search_path', 'pg_catalog'),", ''],
    ['test/install/roles.test.ts', 'this server, superuser: each role logs in'],
  ),
  row(
    'the oldest user is the caller',
    'sql/lib/caller.sql',
    [
      'v_user auth.users; begin select u.* into v_user from auth.users as u where u.id = v_id;',
      'v_user auth.users; begin select u.* into v_user from auth.users as u order by u.created_at limit 1;',
    ],
    ['test/security/own_rights.test.ts', 'the verified token determines the user'],
  ),
  row(
    'metadata of the token name the user',
    'gateway/http/claims.ts',
    [
      'const text = JSON.stringify({ sub, aud,',
      'const text = JSON.stringify({ sub: (claims.user_metadata as { user_id?: string }).user_id ?? sub, aud,',
    ],
    ['test/security/own_rights.test.ts', 'the verified token determines the user'],
  ),
];
