-- Authentication of a user route (contract 3.3) after the gateway has verified the signature, in the contract's order.
-- A signed-out session is refused only under SECURITY_STRICT_SESSIONS; a ban and a deletion bite at once.
create function auth_lib.check_caller(claims jsonb, person auth.users, settings jsonb) returns jsonb
language plpgsql stable
as $$
declare
  v_session text := coalesce(check_caller.claims ->> 'session_id', '');
begin
  if (check_caller.claims ->> 'exp')::double precision <= extract(epoch from auth_lib.clock()) then
    return auth_lib.refusal('token_expired');
  elsif coalesce(check_caller.claims ->> 'sub', '') = '' then
    return auth_lib.refusal('sub_missing');
  elsif auth_lib.uuid_or_null(check_caller.claims ->> 'sub') is null then
    return auth_lib.refusal('sub_not_uuid');
  elsif (check_caller.person).id is null then
    return auth_lib.refusal('caller_not_found');
  elsif v_session <> '' and auth_lib.uuid_or_null(v_session) is null then
    return auth_lib.refusal('session_id_not_uuid');
  elsif (check_caller.person).deleted_at is not null then
    return auth_lib.refusal('session_not_found');
  elsif coalesce((check_caller.settings ->> 'security_strict_sessions')::boolean, false)
    and auth_lib.claimed_session(check_caller.claims) is not null
    and not exists (
      select from auth.sessions as s
      where s.user_id = (check_caller.person).id and s.id = auth_lib.claimed_session(check_caller.claims)
        and s.revoked_at is null)
  then
    return auth_lib.refusal('session_not_found');
  elsif auth_lib.is_banned(check_caller.person) then
    return auth_lib.refusal('banned_caller');
  end if;
  return null;
end
$$;
comment on function auth_lib.check_caller(jsonb, auth.users, jsonb) is 'Null when the claims'' user may call, otherwise a refusal.';
