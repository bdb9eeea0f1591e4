-- postern hook test: calls the function of a hook as a request would, with a sample event from the CLI, and
-- returns its answer. The CLI rolls it back.
create function auth_api.try_hook(hook text, event jsonb, settings jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_answer jsonb := auth_lib.ask_hook(hook, '', event, settings, '{"ip": "192.0.2.1"}');
  v_wrong  text;
begin
  if hook = 'custom_access_token' then
    v_wrong := case when coalesce(jsonb_typeof(v_answer -> 'claims'), 'null') = 'null'
      then 'output claims field is missing'
      else auth_lib.wrong_claims(event -> 'claims', v_answer -> 'claims') end;
  elsif hook like '%\_verification\_attempt' then
    perform auth_lib.attempt_verdict(v_answer, '');
  end if;
  return jsonb_build_object('answer', v_answer, 'wrong', v_wrong);
end
$$;
comment on function auth_api.try_hook is
  'For postern hook test: calls the function of a hook and returns its answer with the errors in it.';
