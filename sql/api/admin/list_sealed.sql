-- For the CLI: returns a page of objects with a value sealed with a key other than key_id, ordered by kind
-- and id. `after` is the member `at` of the last object on the previous page. The first byte of a sealed
-- value is the id of its key. Values are not unsealed here. The first page also has the ids of OAuth
-- clients that an administrator registered and whose secret is derived from another key. Such a secret
-- cannot be resealed, so these clients need a new one.
create function auth_api.list_sealed(
  claims jsonb, key_id integer, after text, most integer, settings jsonb)
returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_refused jsonb := auth_lib.check_admin(claims, settings);
begin
  return coalesce(v_refused, (
    select jsonb_build_object('clients', (
      select coalesce(jsonb_agg(c.id order by c.created_at, c.id), '[]') from auth.oauth_clients as c
      where after is null and c.secret_key_id <> key_id and c.registration_type = 'manual'
        and c.token_endpoint_auth_method in ('client_secret_basic', 'client_secret_post')
        and c.deleted_at is null), 'sealed', coalesce(
      jsonb_agg(jsonb_build_object('kind', p.kind, 'id', p.id, 'values', p.sealed,
      'at', p.kind || ' ' || p.id) order by p.kind, p.id), '[]'))
    from (
      select s.kind, s.id, s.sealed
      from (
        select 'factor' as kind, f.id, array[f.secret] as sealed from auth.factors as f
        where f.secret is not null
        union all
        select 'provider', c.id, array[c.client_secret] from auth.custom_providers as c
        union all
        select 'provider_token', t.id, array[t.sealed] from auth.provider_tokens as t
        union all
        select 'webhook', w.id, w.secrets from auth.webhooks as w) as s
      where exists (select from unnest(s.sealed) as v (value)
          where length(v.value) >= 4 and get_byte(decode(translate(left(v.value, 4), '-_', '+/'), 'base64'),
            0) <> key_id)
        and (after is null or (s.kind || ' ' || s.id) collate "C" > after collate "C")
      order by (s.kind || ' ' || s.id) collate "C"
      limit least(greatest(coalesce(most, 500), 1), 5000)) as p));
end
$$;
comment on function auth_api.list_sealed is
  'For the CLI: values sealed with another key than the given one. Errors: token_expired, sub_missing, '
  'sub_not_uuid, session_id_not_uuid, caller_not_found, session_not_found, banned_caller, client_token, '
  'not_admin, right_missing, admin_session_expired, admin_needs_aal2.';
