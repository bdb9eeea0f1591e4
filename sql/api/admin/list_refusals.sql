-- GET /admin/refusals. Returns error responses, newest first. Finds a user, address, IP address, network
-- or request id by index. If no user, address or request id is given, only rows later than the parameter
-- since are read (default: the last 24 hours). A filter by code or route, or by a busy network
-- (is_busy_network), reads at most 20,000 rows for a page, so a page may have fewer entries without being
-- the last. A caller without the right list gets user_id, ip, user_agent and request_id only if user_id,
-- address or request_id is given. Otherwise these members are null, because each of them leads to users
-- who were not named. The filter ip then requires the right list, because the rows that it matches have
-- that IP address.
create function auth_api.list_refusals(
  claims jsonb, code text, route text, user_id text, address text, ip text, request_id text, since text,
  cursor text, most text, settings jsonb)
returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_refused jsonb := coalesce(auth_lib.check_admin(claims, settings,
      case when coalesce(ip, '') <> '' and concat(user_id, address, request_id) = '' then 'list'
        else 'read' end),
    auth_lib.check_page(cursor, most, since),
    case when nullif(ip, '') is not null and auth_lib.inet_or_null(ip) is null
      then auth_lib.refusal('bad_search', 'ip is an address or a network') end,
    case when nullif(user_id, '') is not null and auth_lib.path_uuid(user_id) is null
      then auth_lib.refusal('bad_search', 'user_id is an id') end);
  v_size    integer;
  v_address text := auth_lib.address_filter(address);
  v_named   boolean;
  v_ip      inet := auth_lib.inet_or_null(ip);
  v_busy    boolean;
  v_found   auth.refusals[];
  v_shown   auth.refusals[];
begin
  if v_refused is not null then
    return v_refused;
  end if;
  v_size := auth_lib.page_size(most);
  v_named := num_nonnulls(nullif(user_id, ''), nullif(request_id, ''), v_address) > 0
    or auth_lib.has_admin_right(claims, settings, 'list');
  v_busy := v_ip is not null and auth_lib.is_busy_network(v_ip);
  v_found := array(select f from auth_lib.search_refusals(auth_lib.path_uuid(user_id),
    auth_lib.attempt_digest('refusal', v_address),
    case when not v_busy then v_ip end,
    nullif(request_id, ''), coalesce(nullif(since, '')::timestamptz, auth_lib.clock() - interval '24 hours'),
    coalesce(auth_lib.cursor_instant(cursor), 'infinity'),
    coalesce(auth_lib.cursor_id(cursor), 'ffffffff-ffff-ffff-ffff-ffffffffffff'),
    case when concat(code, route) = '' and not v_busy then v_size + 1 else 20000 end) as f);
  v_shown := array(select s from unnest(v_found) as s
    where s.code = coalesce(nullif(list_refusals.code, ''), s.code)
      and s.route = coalesce(nullif(list_refusals.route, ''), s.route)
      and (not v_busy or s.ip <<= v_ip)
    order by s.at desc, s.id desc limit v_size + 1);
  return jsonb_build_object('refusals', (
      select coalesce(jsonb_agg(auth_lib.refusal_json(s, v_named) order by s.at desc, s.id desc), '[]')
      from unnest(v_shown[1:v_size]) as s))
    || auth_lib.pagination(case
      when cardinality(v_shown) > v_size then auth_lib.cursor_after(v_shown[v_size].at, v_shown[v_size].id)
      when cardinality(v_found) = 20000
        then auth_lib.cursor_after(v_found[20000].at, v_found[20000].id) end);
end
$$;
comment on function auth_api.list_refusals is
  'GET /admin/refusals. Errors: token_expired, sub_missing, sub_not_uuid, session_id_not_uuid, '
  'caller_not_found, session_not_found, banned_caller, client_token, not_admin, admin_session_expired, '
  'admin_needs_aal2, right_missing, bad_pagination, bad_search.';

-- Returns true for a network whose clients got 20,000 error responses or more. Returns false for a single
-- IP address. The upper end of the network is compared outside the subquery, so that the planner reads the
-- index of addresses in its order.
create function auth_lib.is_busy_network(ip inet) returns boolean
language sql stable
as $$
  select not auth_lib.is_single_ip(ip) and coalesce((
    select r.ip from auth.refusals as r where r.ip >= host(network(is_busy_network.ip))::inet
    order by r.ip offset 19999 limit 1) <= host(broadcast(is_busy_network.ip))::inet, false)
$$;
