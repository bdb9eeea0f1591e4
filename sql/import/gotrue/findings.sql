-- Returns the reason that the view findings gives for a row of an identity provider. The importer parses the
-- metadata and adds the provider with restore_sso_provider().
create function auth_import.sso_reason(provider_id text) returns text
language sql stable
as $$
  select case when exists (select from auth_import.old_rows as s
      where s.source = 'saml_providers' and s.data ->> 'sso_provider_id' = provider_id)
    then 'the import adds its identity provider from there, if the metadata can be used'
    else 'it has no SAML provider: nobody can sign in with it' end
$$;

-- Rows that are not imported unchanged, with the reason. verdict: stays (not imported), changed (imported
-- with a change), kept (stored in auth.kept_rows).
create view auth_import.findings as
select 'changed' as verdict, 'users' as source, c.user_id::text as id,
  'another user has the same ' || case c.kind when 'email' then 'e-mail address' else 'phone number' end
    || ': imported without it; kept_rows has it' as reason
from auth_import.stored_finding_addresses as c where c.place > 1
union all
select 'changed', 'users', c.user_id::text,
  'the e-mail address is malformed: imported unchanged, but no mail can be sent to it'
from auth_import.stored_finding_addresses as c where c.kind = 'email' and c.place = 1
  and c.value !~ '^[a-z0-9.!#$%&''*+/=?^_`{|}~-]+@[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$'
union all
select 'changed', 'users', o.user_id::text,
  'an address of an account with an owner is unconfirmed: imported as a pending change'
from auth_import.unconfirmed_addresses as o where num_nonnulls(o.email, o.phone) > 0
union all
select 'changed', 'users', u.id::text, f.reason
from auth_import.old_users as u
cross join lateral (values
  (u.banned_until = 'infinity' or u.banned_until > '9999-12-31 00:00:00+00',
    'the ban ends after the year 9999: imported with that end'),
  (jsonb_typeof(u.raw_app_meta_data) not in ('object', 'null')
    or jsonb_typeof(u.raw_user_meta_data) not in ('object', 'null'),
    'metadata that are no JSON object: imported without them; kept_rows has them'),
  (exists (select from unnest(array[u.created_at, u.updated_at, u.last_sign_in_at, u.email_confirmed_at,
    u.phone_confirmed_at, u.invited_at]) as t (at)
    where t.at is not null and auth_import.instant(t.at) is null),
  'an instant before the year 1 or after 9999: imported without it'),
  (octet_length(u.raw_app_meta_data::text) + octet_length(u.raw_user_meta_data::text) > 10240,
    'metadata of more than 10 kB: imported unchanged, but access tokens may be too long for proxies'),
  (u.is_sso_user and not exists (select from auth_import.old_identities as i
      join auth_import.old_rows as o on o.source = 'sso_providers' and i.provider = 'sso:' || o.id
      where i.user_id = u.id),
    'signs in by SSO, and its provider does not exist: nobody can sign in to it')) as f (applies, reason)
where f.applies
union all
select 'stays', 'users', u.id::text, f.reason
from auth_import.old_users as u
cross join lateral (values
  (u.deleted_at is null and (u.email_change <> ''
    and u.id not in (select n.user_id from auth_import.new_links as n where n.purpose = 'email_change')
      or u.phone_change <> '' and u.id not in (select n.user_id from auth_import.new_links as n
        where n.purpose = 'phone_change')),
    'a change of address whose link or code is not imported: request it again'),
  (u.deleted_at is null and starts_with(u.encrypted_password, '{'),
    'the password is encrypted: it is imported only with GOTRUE_SECURITY_DB_ENCRYPTION_DECRYPTION_KEYS'),
  (u.deleted_at is null and u.encrypted_password <> '' and not starts_with(u.encrypted_password, '{')
      and not exists (select from auth_import.new_passwords as p where p.user_id = u.id)
      and not exists (select from auth_import.new_pending_passwords as p where p.user_id = u.id),
    'the password has an unsupported hash: imported without a password; the user sets one by recovery')) as f (
      applies, reason)
where f.applies
union all
select 'stays', 'identities', coalesce(i.id::text, i.provider || ' ' || i.provider_id), case
    when u.id is null then 'its user does not exist'
    when u.deleted_at is not null then 'its user is deleted'
    when coalesce(i.provider, '') = '' or coalesce(i.provider_id, '') = '' then 'it has no provider or no subject'
    else 'another identity has the same provider and subject' end
from auth_import.old_identities as i left join auth_import.old_users as u on u.id = i.user_id
where u.id is null or u.deleted_at is not null or coalesce(i.provider, '') = ''
  or coalesce(i.provider_id, '') = ''
  or exists (select from auth_import.stored_duplicate_identities as r where r.id = i.id)
union all
select 'stays', 'sessions', s.id::text, case
    when u.id is null then 'its user does not exist'
    when u.deleted_at is not null then 'its user is deleted'
    when s.not_after <= m.at then 'it has ended'
    else 'its OAuth client is not imported' end
from auth_import.old_sessions as s cross join auth_import.moment as m
left join auth_import.old_users as u on u.id = s.user_id
where not exists (select from auth_import.new_sessions as n where n.id = s.id)
union all
select 'stays', 'refresh_tokens', t.id::text, case
    when coalesce(t.token, '') = '' then 'it is empty'
    when t.session_id is null then 'it has no session, so GoTrue refuses it too'
    when s.id is null then 'its session is not imported'
    else 'it is of another user than its session' end
from auth_import.old_refresh_tokens as t left join auth_import.new_sessions as s on s.id = t.session_id
where coalesce(t.token, '') = '' or s.id is null or s.user_id::text is distinct from t.user_id
union all
select 'stays', 'mfa_factors', f.id::text, case
    when u.id is null or u.deleted_at is not null then 'its user is deleted or does not exist'
    when f.status = 'verified' then 'its type is unknown here'
    else 'it was never verified' end
from auth_import.old_factors as f left join auth_import.old_users as u on u.id = f.user_id
where not exists (select from auth_import.new_factors as n where n.id = f.id)
union all
select 'stays', 'webauthn_credentials', w.id::text, 'its user is deleted, or its key has an impossible length'
from auth_import.old_webauthn_credentials as w
where not exists (select from auth_import.new_passkeys as n where n.id = w.id)
union all
select 'stays', 'one_time_tokens', s.id::text, s.reason from auth_import.sent_links as s where s.reason is not null
union all
-- Codes without a row in one_time_tokens: another confirmation has deleted the row, or the GoTrue release
-- does not write such rows.
select 'stays', 'users', u.id::text, 'a ' || replace(w.token_type, '_', ' ')
  || ' without a row in one_time_tokens: request it again'
from auth_import.old_users as u
cross join auth_import.moment as m
cross join lateral unnest(u.waiting) as w (token_type)
where u.deleted_at is null
  and not exists (select from auth_import.old_one_time_tokens as t
    where t.user_id = u.id and t.token_type = w.token_type)
  and case w.token_type
    when 'confirmation_token' then u.confirmation_sent_at
    when 'recovery_token' then u.recovery_sent_at
    when 'phone_change_token' then u.phone_change_sent_at
    when 'reauthentication_token' then u.reauthentication_sent_at
    else u.email_change_sent_at end + case when w.token_type = 'phone_change_token' or u.email is null
    then m.sms_life else m.mail_life end >= m.at
union all
select 'stays', 'flow_state', f.id::text,
  'it lives for minutes: a user in the middle of a sign-in starts again'
from auth_import.old_flow_states as f where f.id not in (select n.id from auth_import.new_flows as n)
union all
select 'stays', 'audit_log_entries', e.id::text, 'it names no action, or holds text that jsonb refuses'
from auth_import.audit_entries as e where coalesce(e.payload ->> 'action', '') = ''
union all
select 'stays', o.source, o.id, 'it lives for minutes: a user in the middle of a sign-in starts again'
from auth_import.old_passing as o
union all
select 'changed', 'oauth_clients', c.client_id::text,
  'its name has invisible characters, or its page or logo is no http address: imported without it'
from auth_import.new_oauth_clients as n join auth_import.old_clients as c on c.client_id = n.client_id
where (n.client_name, n.client_uri, n.logo_uri) is distinct from
  (nullif(c.given_name, ''), nullif(c.given_uri, ''), nullif(c.given_logo, ''))
union all
select 'kept', k.source, k.id, case k.source when 'users' then 'parts of the user without a column here'
    when 'custom_oauth_providers'
      then 'it breaks a rule for providers, or its discovery document was never read: nobody can sign in with it until an administrator adds it again'
    when 'oauth_clients' then (select auth_import.client_fault(c) from auth_import.old_clients as c
      where c.client_id::text = k.id)
    when 'oauth_consents' then 'its OAuth client is not imported'
    when 'sso_providers' then auth_import.sso_reason(k.id)
    when 'saml_providers' then auth_import.sso_reason(k.data ->> 'sso_provider_id')
    when 'sso_domains' then auth_import.sso_reason(k.data ->> 'sso_provider_id')
    else 'it is not imported: add it again' end
from auth_import.new_kept as k;
