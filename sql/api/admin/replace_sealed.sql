-- For the CLI: replaces values that are sealed with an old key, given as a list of {kind, id, before, after}.
-- If the stored value differs from the member `before`, it is not replaced, because it was changed or
-- resealed after list_sealed() returned it. Returns the number of replaced values.
create function auth_api.replace_sealed(claims jsonb, changes jsonb, settings jsonb) returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_refused jsonb := auth_lib.check_admin(claims, settings);
  v_change  jsonb;
  v_before  text[];
  v_after   text[];
  v_rows    integer;
  v_all     integer := 0;
begin
  if v_refused is not null then
    return v_refused;
  end if;
  for v_change in select c.value from jsonb_array_elements(changes) as c loop
    v_before := array(select jsonb_array_elements_text(v_change -> 'before'));
    v_after := array(select jsonb_array_elements_text(v_change -> 'after'));
    if v_change ->> 'kind' = 'factor' then
      update auth.factors as f set secret = v_after[1]
      where f.id = (v_change ->> 'id')::uuid and f.secret = v_before[1];
    elsif v_change ->> 'kind' = 'provider' then
      update auth.custom_providers as p set client_secret = v_after[1]
      where p.id = (v_change ->> 'id')::uuid and p.client_secret = v_before[1];
    elsif v_change ->> 'kind' = 'provider_token' then
      update auth.provider_tokens as t set sealed = v_after[1]
      where t.id = (v_change ->> 'id')::uuid and t.sealed = v_before[1];
    else
      update auth.webhooks as w set secrets = v_after
      where w.id = (v_change ->> 'id')::uuid and w.secrets = v_before;
    end if;
    get diagnostics v_rows = row_count;
    v_all := v_all + v_rows;
  end loop;
  return jsonb_build_object('replaced', v_all);
end
$$;
comment on function auth_api.replace_sealed is
  'For the CLI: replaces sealed values by the same values sealed with the current key. Errors: '
  'token_expired, sub_missing, sub_not_uuid, session_id_not_uuid, caller_not_found, session_not_found, '
  'banned_caller, client_token, not_admin, right_missing, admin_session_expired, admin_needs_aal2.';
