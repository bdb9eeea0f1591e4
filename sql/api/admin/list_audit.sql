-- GET /admin/audit. A page of the audit log, newest first; query is author:, action: or type: and a part of the text.
create function auth_api.list_audit(claims jsonb, page text, per_page text, query text, settings jsonb) returns json
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_refused jsonb := coalesce(auth_lib.check_admin(claims, settings), auth_lib.check_paging(page, per_page));
  v_scope   text := split_part(coalesce(query, ''), ':', 1);
  v_needle  text := auth_lib.fold_case(substr(coalesce(query, ''), length(v_scope) + 2));
  v_page    bigint := auth_lib.page_number(page, 1);
  v_size    bigint := coalesce(nullif(auth_lib.page_number(per_page, 50), 0), 50);
  v_total   bigint;
  v_entries json;
begin
  if v_refused is not null then
    return v_refused;
  elsif coalesce(query, '') <> '' and (strpos(query, ':') = 0 or v_scope not in ('author', 'action', 'type')) then
    return auth_lib.refusal('audit_scope', query);
  end if;
  if v_needle = '' then
    select coalesce(sum(cardinality(l.actions)), 0) into v_total from auth.audit_log as l;
  else
    select count(*) into v_total from auth_lib.audit_entries(v_scope, v_needle);
  end if;
  select coalesce(json_agg(auth_lib.audit_json(e)), '[]') into v_entries
  from (select a.* from auth_lib.audit_entries(v_scope, v_needle) as a limit v_size offset (greatest(v_page, 1) - 1) * v_size) as e;
  return auth_lib.page_reply(v_entries, v_total, v_page, v_size);
end
$$;
comment on function auth_api.list_audit(jsonb, text, text, text, jsonb) is 'GET /admin/audit. Refuses: not_admin, validation_failed.';
