-- GET /admin/why with an id. Returns up to 50 stored error responses with this request id, up to 50 audit
-- entries of the last 24 hours with this request id, and the user and the message with this id. Without
-- the right `list`, audit entries only have their time and actions, because an entry of an administrator's
-- own action names its user.
create function auth_api.find_refusal(claims jsonb, id text, settings jsonb) returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_refused jsonb := auth_lib.check_admin(claims, settings, 'read');
  v_id      uuid := auth_lib.uuid_or_null(id);
  v_unnamed jsonb := case when auth_lib.has_admin_right(claims, settings, 'list') then jsonb '{}'
    else jsonb '{"actor_id": null, "actor_username": null, "traits": null, "ip_address": null, "user_agent": null}'
    end;
begin
  if v_refused is not null then
    return v_refused;
  end if;
  return jsonb_build_object(
    'refusals', (select coalesce(jsonb_agg(auth_lib.refusal_json(r) order by r.at desc, r.id desc), '[]')
      from auth_lib.search_refusals(null, null, null, left(id, 200), null, 'infinity',
        'ffffffff-ffff-ffff-ffff-ffffffffffff', 50) as r),
    'audit', (select coalesce(jsonb_agg(auth_lib.audit_row_json(l) || v_unnamed order by l.created_at desc), '[]') from (
      select e.* from auth.audit_log as e
      where e.created_at > auth_lib.clock() - interval '24 hours' and e.created_at < 'infinity'
        and e.request_id = left(find_refusal.id, 200)
      order by e.created_at desc limit 50) as l),
    'user_id', (select u.id from auth.users as u where u.id = v_id),
    'message', (select auth_lib.message_json(m) from auth.messages as m where m.id = v_id));
end
$$;
comment on function auth_api.find_refusal is
  'GET /admin/why, with an id. Errors: token_expired, sub_missing, sub_not_uuid, session_id_not_uuid, '
  'caller_not_found, session_not_found, banned_caller, client_token, not_admin, admin_session_expired, '
  'admin_needs_aal2.';
