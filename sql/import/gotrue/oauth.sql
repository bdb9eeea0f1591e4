-- OAuth clients and consents to import. GoTrue stores redirect URIs and grant types as comma-separated lists.
-- client_fault() decides which clients are imported, by the rules for redirect URIs of
-- sql/lib/client_metadata.sql and its own rules.
create view auth_import.old_clients as
select (o.data ->> 'id')::uuid as client_id, o.data ->> 'registration_type' as registration_type,
  o.data ->> 'client_type' as client_type, o.data ->> 'token_endpoint_auth_method' as token_endpoint_auth_method,
  string_to_array(nullif(o.data ->> 'redirect_uris', ''), ',') as redirect_uris,
  array(select g.name from string_to_table(o.data ->> 'grant_types', ',') as g (name)
    where g.name in ('authorization_code', 'refresh_token') group by g.name order by g.name) as grant_types,
  o.data ->> 'client_name' as given_name, o.data ->> 'client_uri' as given_uri, o.data ->> 'logo_uri' as given_logo,
  nullif(o.data ->> 'client_secret_hash', '') as secret_hash, o.data ->> 'deleted_at' is not null as is_deleted,
  coalesce(auth_import.instant((o.data ->> 'created_at')::timestamptz), m.at) as created_at,
  coalesce(auth_import.instant((o.data ->> 'updated_at')::timestamptz), m.at) as updated_at
from auth_import.old_rows as o cross join auth_import.moment as m
where o.source = 'oauth_clients';

-- Returns the reason why a client is not imported, or null.
create function auth_import.client_fault(c auth_import.old_clients) returns text
language sql stable
as $$
  select case
    when (c).is_deleted then 'it is deleted'
    when (c).registration_type not in ('manual', 'dynamic') or (c).client_type not in ('public', 'confidential')
      or (c).token_endpoint_auth_method not in ('none', 'client_secret_basic', 'client_secret_post')
      or ((c).client_type = 'public') <> ((c).token_endpoint_auth_method = 'none')
      or cardinality((c).grant_types) = 0
      or (c).secret_hash !~ '^[A-Za-z0-9_-]{43}$'
      then 'it breaks a rule for clients: an administrator creates it again'
    when coalesce(cardinality((c).redirect_uris), 0) not between 1 and 10 or exists (
      select from unnest((c).redirect_uris) as r (uri) where auth_import.redirect_uri_fault(r.uri) is not null)
      then 'a redirect URI of it cannot be registered here: an administrator creates it again' end
$$;

create view auth_import.new_oauth_clients as
select c.client_id, c.registration_type, c.client_type, c.token_endpoint_auth_method, c.redirect_uris, c.grant_types,
  case when octet_length(c.given_name) <= 1024 and c.given_name !~
    '[\x01-\x1f\x7f\u0080-\u009f\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]'
    then nullif(c.given_name, '') end as client_name,
  case when auth_import.client_url_fault('', c.given_uri) is null then nullif(c.given_uri, '') end as client_uri,
  case when auth_import.client_url_fault('', c.given_logo) is null then nullif(c.given_logo, '') end as logo_uri,
  true as refreshes_unasked, c.secret_hash, c.created_at, c.updated_at
from auth_import.old_clients as c
where auth_import.client_fault(c) is null;

create view auth_import.new_oauth_consents as
select u.id as user_id, (o.data ->> 'client_id')::uuid as client_id,
  string_to_array(btrim(o.data ->> 'scopes'), ' ') as scopes, '{}'::text[] as resources,
  string_to_array(btrim(o.data ->> 'scopes'), ' ') as pairs,
  coalesce(auth_import.instant((o.data ->> 'granted_at')::timestamptz), m.at) as granted_at,
  auth_import.instant((o.data ->> 'revoked_at')::timestamptz) as revoked_at, o.id as consent_id
from auth_import.old_rows as o cross join auth_import.moment as m
join auth_import.old_users as u on u.id = o.user_id and u.deleted_at is null
join auth_import.new_oauth_clients as c on c.client_id = (o.data ->> 'client_id')::uuid
where o.source = 'oauth_consents' and btrim(o.data ->> 'scopes') <> '';
