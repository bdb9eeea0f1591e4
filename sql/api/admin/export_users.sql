-- For the CLI: returns a page of users in the format of import_users(). `after` is the last id of the
-- previous page. Deleted users are omitted. With `columns`, each user is a list of these columns' values as
-- texts. Without `columns`, each user is a JSON text, because JavaScript would round large numbers. The
-- first page is audited.
create function auth_api.export_users(
  claims jsonb, after text, most integer, columns jsonb, with_password_hashes boolean, settings jsonb,
  client jsonb)
returns json
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_refused jsonb := auth_lib.check_admin(claims, settings);
  v_users   json;
  v_last    uuid;
begin
  if v_refused is not null then
    return v_refused;
  elsif after is not null and auth_lib.path_uuid(after) is null then
    return auth_lib.refusal('id_not_uuid');
  elsif after is null then
    perform auth_lib.audit(auth_lib.admin_actor(claims), '{users_exported}',
      jsonb_build_object('password_hashes', coalesce(with_password_hashes, false)), client);
  end if;
  select json_agg(case when columns is null then to_json(e.entry::text)
      else (select json_agg(e.entry ->> c.name order by c.place) from jsonb_array_elements_text(columns)
        with ordinality as c (name, place)) end order by e.id),
    (array_agg(e.id order by e.id desc))[1]
  into v_users, v_last
  from (
    select u.id, auth_lib.export_entry(u, with_password_hashes) as entry
    from auth.users as u
    where u.deleted_at is null and (after is null or u.id > auth_lib.path_uuid(after))
    order by u.id limit least(most, 1000)) as e;
  return json_build_object('users', coalesce(v_users, '[]'), 'last', v_last);
end
$$;
comment on function auth_api.export_users is
  'For the CLI: all users, page by page, in the format of import_users. Errors: token_expired, sub_missing, '
  'sub_not_uuid, session_id_not_uuid, caller_not_found, session_not_found, banned_caller, client_token, '
  'not_admin, right_missing, admin_session_expired, admin_needs_aal2, id_not_uuid.';

-- Returns a user in the format of an import file, without nulls, and without an address that is only
-- displayed, because an import would use such an address to find the account. The list of identities is
-- always present, because an import without the list creates the identities of the addresses.
create function auth_lib.export_entry(person auth.users, with_password_hash boolean) returns jsonb
language plpgsql stable
as $$
begin
  if not person.is_sso_user and not auth_lib.is_found_by_email(person) then
    person.email := null;
  end if;
  return (
    select jsonb_object_agg(m.key, m.value)
    from jsonb_each(jsonb_build_object(
      'id', person.id, 'aud', person.aud, 'role', person.role, 'email', person.email, 'phone', person.phone,
      'email_confirmed_at', case when person.email is not null
        then auth_lib.wire_time(person.email_confirmed_at) end,
      'phone_confirmed_at', case when person.phone is not null
        then auth_lib.wire_time(person.phone_confirmed_at) end,
      'invited_at', auth_lib.wire_time(person.invited_at), 'last_sign_in_at',
      auth_lib.wire_time(person.last_sign_in_at),
      'banned_until', auth_lib.wire_time(person.banned_until), 'deprovisioned_at',
      auth_lib.wire_time(person.deprovisioned_at), 'created_at', auth_lib.wire_time(person.created_at), 'is_anonymous', case when person.is_anonymous then true end,
      'is_sso_user', case when person.is_sso_user then true end,
      'user_metadata', person.raw_user_meta_data, 'app_metadata', person.raw_app_meta_data,
      'password_hash', case when with_password_hash
        then (select p.hash from auth.passwords as p where p.user_id = person.id) end,
      'identities', coalesce((
        select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('provider', i.provider, 'id', i.subject,
          'identity_id', i.id,
            'created_at', auth_lib.wire_time(i.created_at), 'updated_at', auth_lib.wire_time(i.updated_at),
            'last_sign_in_at', auth_lib.wire_time(i.last_sign_in_at)))
          || jsonb_build_object('identity_data', i.identity_data) order by i.created_at, i.provider, i.id)
        from auth.identities as i where i.user_id = person.id), '[]'))) as m (key, value)
    where m.value <> 'null');
end
$$;
