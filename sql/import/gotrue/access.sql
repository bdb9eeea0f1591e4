-- Rows to import: factors, passkeys, sessions and their tokens, and the audit log. Created before rows.sql,
-- which reads the factors.

-- Verified second factors. The secret of a TOTP factor is not included, because the importer seals it
-- (GoTrue may store it encrypted). Unverified factors are not imported, because they expire within a day.
create view auth_import.new_factors as
select f.user_id, f.id, f.factor_type, 'verified' as status,
  case when btrim(f.friendly_name) <> '' then f.friendly_name end as friendly_name,
  case when f.factor_type = 'phone' then replace(regexp_replace(f.phone, '^\+', ''), ' ', '') end as phone,
  f.secret, f.web_authn_credential,
  case when f.factor_type = 'webauthn' then f.web_authn_aaguid end as aaguid,
  coalesce(auth_import.instant(f.created_at), m.at) as created_at,
  coalesce(auth_import.instant(f.updated_at), m.at) as updated_at
from auth_import.old_factors as f
join auth_import.old_users as u on u.id = f.user_id and u.deleted_at is null
cross join auth_import.moment as m
where f.status = 'verified' and f.factor_type in ('totp', 'phone', 'webauthn');

create view auth_import.new_passkeys as
select w.user_id, w.id, w.credential_id, w.public_key,
  coalesce(nullif(w.attestation_type, ''), 'none') as attestation_type,
  coalesce(w.aaguid, '00000000-0000-0000-0000-000000000000') as aaguid,
  coalesce(w.sign_count, 0) as sign_count,
  array(select jsonb_array_elements_text(case when jsonb_typeof(w.transports) = 'array' then w.transports
    else '[]' end) limit 16) as transports,
  coalesce(w.backup_eligible, false) as backup_eligible, coalesce(w.backed_up, false) as backed_up,
  coalesce(nullif(left(w.friendly_name, 120), ''), 'Passkey') as friendly_name,
  auth_import.instant(w.last_used_at) as last_used_at,
  coalesce(auth_import.instant(w.created_at), m.at) as created_at,
  coalesce(auth_import.instant(w.updated_at), m.at) as updated_at
from auth_import.old_webauthn_credentials as w
join auth_import.old_users as u on u.id = w.user_id and u.deleted_at is null
cross join auth_import.moment as m
where octet_length(w.credential_id) between 1 and 1023 and octet_length(w.public_key) between 1 and 1100
  and coalesce(w.sign_count, 0) between 0 and 4294967295;

-- Live sessions. counter is always 2, the counter of the current token in new_tokens. GoTrue does not store
-- the assurance level at which a client's session was approved, so it is imported as aal1.
create view auth_import.new_sessions as
select s.user_id, s.id, 2::bigint as counter,
  (select max(auth_import.instant(t.created_at)) from auth_import.old_refresh_tokens as t
   where t.session_id = s.id and not t.revoked) as rotated_at,
  coalesce(auth_import.instant(s.refreshed_at at time zone 'UTC'),
    auth_import.instant(s.updated_at)) as refreshed_at,
  -- Sessions of clients are always aal1 here. In GoTrue, a client could verify a factor of its user.
  case when s.oauth_client_id is null then coalesce(s.aal, 'aal1') else 'aal1' end as aal,
  (select f.id from auth_import.new_factors as f
    where f.id = s.factor_id and f.user_id = s.user_id and s.oauth_client_id is null) as factor_id,
  (select coalesce(jsonb_agg(jsonb_build_object('method', a.authentication_method,
      'timestamp', floor(extract(epoch from coalesce(auth_import.instant(a.updated_at), m.at)))::bigint)
      order by a.updated_at desc, a.authentication_method), '[]')
   from auth_import.old_amr_claims as a where a.session_id = s.id) as amr,
  left(s.user_agent, 1000) as user_agent, s.ip, s.tag, auth_import.instant(s.not_after) as not_after,
  coalesce(auth_import.instant(s.created_at), m.at) as created_at, s.refresh_token_hmac_key,
  s.refresh_token_counter, s.oauth_client_id,
  case when s.oauth_client_id is not null then coalesce(string_to_array(nullif(btrim(s.scopes), ''), ' '), '{}')
    else '{}' end as scopes,
  '{}'::text[] as resources,
  case when s.oauth_client_id is not null then coalesce(auth_import.instant(s.created_at), m.at) end as auth_time,
  case when s.oauth_client_id is not null then 'aal1' end as authorized_aal
from auth_import.old_sessions as s
join auth_import.old_users as u on u.id = s.user_id and u.deleted_at is null
cross join auth_import.moment as m
where (s.not_after is null or s.not_after > m.at) and (s.oauth_client_id is null
  or s.oauth_client_id in (select c.client_id from auth_import.new_oauth_clients as c));

-- Refresh tokens as digests. The current token of a session has counter 2. Its parent has counter 1, because
-- a client that lost the response of a refresh uses the parent again. All other tokens have counter 0,
-- because their use indicates a copy and must revoke the session.
create view auth_import.new_tokens as
select s.user_id, sha256(convert_to(t.token, 'UTF8')) as digest, s.id as session_id,
  (case when not t.revoked then 2 when exists (
      select from auth_import.old_refresh_tokens as c
      where c.session_id = t.session_id and c.parent = t.token and not c.revoked)
    then 1 else 0 end)::smallint as counter
from auth_import.old_refresh_tokens as t
join auth_import.new_sessions as s on s.id = t.session_id and s.user_id::text = t.user_id
where t.token <> '';

-- The audit log. The payload is null if it is not an object, or if its text has an escape for NUL or a
-- surrogate, because jsonb rejects NUL and half a surrogate pair. new_audit omits these entries. GoTrue
-- writes characters outside the Basic Multilingual Plane without escapes.
create view auth_import.audit_entries as
select a.id, a.created_at, a.ip_address,
  case when jsonb_typeof(j.payload) = 'object' then j.payload end as payload
from auth_import.old_audit_log_entries as a
cross join lateral (select case when a.payload::text !~* '\\u(0000|d[89a-f])'
  then a.payload::text::jsonb end) as j (payload);

create view auth_import.new_audit as
select e.id, coalesce(auth_import.instant(e.created_at), m.at) as created_at,
  case when e.payload ->> 'actor_id' ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    then (e.payload ->> 'actor_id')::uuid
    else '00000000-0000-0000-0000-000000000000' end as actor_id,
  coalesce(e.payload ->> 'actor_username', '') as actor_username, e.payload ->> 'actor_name' as actor_name,
  coalesce(e.payload ->> 'actor_via_sso', '') = 'true' as actor_via_sso,
  array[e.payload ->> 'action'] as actions,
  nullif(e.payload -> 'traits', 'null') as traits, auth_import.inet_or_null(e.ip_address) as ip,
  xid8 '1' as made_in
from auth_import.audit_entries as e cross join auth_import.moment as m
where e.payload ->> 'action' <> '';
