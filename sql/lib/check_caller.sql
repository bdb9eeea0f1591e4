-- Authentication of a user route (contract 3.3) after the gateway has verified the signature, in the contract's order.
-- A signed-out session is refused only under SECURITY_STRICT_SESSIONS; a ban and a deletion bite at once.
create function auth_lib.check_caller(claims jsonb, person auth.users, settings jsonb) returns jsonb
language plpgsql stable
as $$
declare
  v_claimed text := claims ->> 'session_id';
  v_session uuid := auth_lib.uuid_or_null(v_claimed);
begin
  if (claims ->> 'exp')::double precision <= extract(epoch from auth_lib.clock()) then
    return auth_lib.refusal('token_expired');
  elsif person.id is null then
    return auth_lib.refusal(case
      when coalesce(claims ->> 'sub', '') = '' then 'sub_missing'
      when auth_lib.uuid_or_null(claims ->> 'sub') is null then 'sub_not_uuid'
      else 'caller_not_found' end);
  elsif v_claimed <> '' and v_session is null then
    return auth_lib.refusal('session_id_not_uuid');
  elsif person.deleted_at is not null then
    return auth_lib.refusal('session_not_found');
  elsif (settings ->> 'security_strict_sessions')::boolean
    and v_session <> '00000000-0000-0000-0000-000000000000'
    and not exists (
      select from auth.sessions as s where s.user_id = person.id and s.id = v_session and s.revoked_at is null)
  then
    return auth_lib.refusal('session_not_found');
  elsif auth_lib.is_banned(person) then
    return auth_lib.refusal('banned_caller');
  end if;
  return null;
end
$$;
comment on function auth_lib.check_caller(jsonb, auth.users, jsonb) is 'Null when the claims'' user may call, otherwise a refusal.';
