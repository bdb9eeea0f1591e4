-- Copies a range of users with all their rows, except values that must be sealed
-- (import/gotrue/secrets.ts).
insert into auth.users (id, aud, role, email, phone, email_confirmed_at, phone_confirmed_at, invited_at,
  confirmation_sent_at, recovery_sent_at,
  reauthentication_sent_at, new_email, email_change_status, email_change_sent_at, new_phone,
  phone_change_sent_at, last_sign_in_at,
  raw_app_meta_data, raw_user_meta_data, banned_until, deleted_at, is_anonymous, is_sso_user, factor_status,
  sign_up_role, created_at, updated_at)
select n.id, n.aud, n.role, n.email, n.phone, n.email_confirmed_at, n.phone_confirmed_at, n.invited_at,
  n.confirmation_sent_at, n.recovery_sent_at,
  n.reauthentication_sent_at, n.new_email, n.email_change_status, n.email_change_sent_at, n.new_phone,
  n.phone_change_sent_at, n.last_sign_in_at,
  n.raw_app_meta_data, n.raw_user_meta_data, n.banned_until, n.deleted_at, n.is_anonymous, n.is_sso_user,
  n.factor_status, n.sign_up_role, n.created_at, n.updated_at
from auth_import.new_users as n
where n.user_id > (select s.after from auth_import.state as s)
  and n.user_id <= (select s.upto from auth_import.state as s);

insert into auth.addresses (kind, value, user_id, is_primary, verified_at, given_by_administrator, created_at)
select n.kind, n.value, n.user_id, n.is_primary, n.verified_at, n.given_by_administrator, n.created_at
from auth_import.new_addresses as n
where n.user_id > (select s.after from auth_import.state as s)
  and n.user_id <= (select s.upto from auth_import.state as s);

insert into auth.passwords (user_id, hash, updated_at)
select n.user_id, n.hash, n.updated_at from auth_import.new_passwords as n
where n.user_id > (select s.after from auth_import.state as s)
  and n.user_id <= (select s.upto from auth_import.state as s);

insert into auth.pending_passwords (user_id, hash, created_at)
select n.user_id, n.hash, n.created_at from auth_import.new_pending_passwords as n
where n.user_id > (select s.after from auth_import.state as s)
  and n.user_id <= (select s.upto from auth_import.state as s);

insert into auth.identities (user_id, provider, id, subject, identity_data, last_sign_in_at, created_at,
  updated_at)
select n.user_id, n.provider, n.id, n.subject, n.identity_data, n.last_sign_in_at, n.created_at, n.updated_at
from auth_import.new_identities as n
where n.user_id > (select s.after from auth_import.state as s)
  and n.user_id <= (select s.upto from auth_import.state as s);

insert into auth.sessions (user_id, id, counter, rotated_at, refreshed_at, aal, factor_id, amr, user_agent,
  ip, tag, not_after, created_at, oauth_client_id, scopes, resources, auth_time, authorized_aal)
select n.user_id, n.id, n.counter, n.rotated_at, n.refreshed_at, n.aal, n.factor_id, n.amr, n.user_agent,
  n.ip, n.tag, n.not_after, n.created_at, n.oauth_client_id, n.scopes, n.resources, n.auth_time, n.authorized_aal
from auth_import.new_sessions as n
where n.user_id > (select s.after from auth_import.state as s)
  and n.user_id <= (select s.upto from auth_import.state as s);

insert into auth.oauth_consents (user_id, client_id, scopes, resources, pairs, granted_at, revoked_at)
select n.user_id, n.client_id, n.scopes, n.resources, n.pairs, n.granted_at, n.revoked_at
from auth_import.new_oauth_consents as n
where n.user_id > (select s.after from auth_import.state as s)
  and n.user_id <= (select s.upto from auth_import.state as s);

insert into auth.old_refresh_tokens (digest, user_id, session_id, counter)
select n.digest, n.user_id, n.session_id, n.counter from auth_import.new_tokens as n
where n.user_id > (select s.after from auth_import.state as s)
  and n.user_id <= (select s.upto from auth_import.state as s);

insert into auth.flow_states (user_id, id, provider, authentication_method, code_challenge,
  code_challenge_method, auth_code_digest, auth_code_issued_at, access_epoch, created_at)
select n.user_id, n.id, n.provider, n.authentication_method, n.code_challenge, n.code_challenge_method,
  n.auth_code_digest, n.auth_code_issued_at, n.access_epoch, n.created_at
from auth_import.new_flows as n
where n.user_id > (select s.after from auth_import.state as s)
  and n.user_id <= (select s.upto from auth_import.state as s);

insert into auth.passkeys (user_id, id, credential_id, public_key, attestation_type, aaguid, sign_count,
  transports, backup_eligible, backed_up, friendly_name, last_used_at, created_at, updated_at)
select n.user_id, n.id, n.credential_id, n.public_key, n.attestation_type, n.aaguid, n.sign_count,
  n.transports, n.backup_eligible, n.backed_up, n.friendly_name, n.last_used_at, n.created_at, n.updated_at
from auth_import.new_passkeys as n
where n.user_id > (select s.after from auth_import.state as s)
  and n.user_id <= (select s.upto from auth_import.state as s);

insert into auth.kept_rows (source, id, user_id, data, kept_at)
select n.source, n.id, n.user_id, n.data, m.at from auth_import.new_kept as n
cross join auth_import.moment as m
where n.user_id > (select s.after from auth_import.state as s)
  and n.user_id <= (select s.upto from auth_import.state as s);
