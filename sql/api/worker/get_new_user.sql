-- Returns a new user for the after_user_created hook of an HTTP server, or {} if the user was deleted.
create function auth_api.get_new_user(user_id uuid)
returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_user auth.users;
begin
  select u.* into v_user from auth.users as u where u.id = user_id and u.deleted_at is null;
  return case when v_user.id is null then '{}' else
    jsonb_build_object('user', auth_lib.hook_user(auth_lib.user_json(v_user)),
      'time', auth_lib.wire_time(v_user.created_at)) end;
end
$$;
comment on function auth_api.get_new_user is
  'For the worker: the user for the after-user-created hook over HTTP.';
