-- The code that confirms a new phone number; under autoconfirm the change itself. Null when done, otherwise a refusal.
-- The user is locked.
-- Writes: update auth.users, and what request_sms and complete_phone_change write.
create function auth_lib.request_phone_change(person auth.users, phone text, channel text, settings jsonb) returns jsonb
language plpgsql volatile
as $$
declare
  v_user auth.users;
  v_sent jsonb;
begin
  update auth.users as u set new_phone = request_phone_change.phone, updated_at = auth_lib.clock()
  where u.id = (request_phone_change.person).id
  returning u.* into v_user;
  if auth_lib.autoconfirms('phone', request_phone_change.settings) then
    perform auth_lib.complete_phone_change(v_user);
    return null;
  end if;
  v_sent := auth_lib.request_sms(v_user, 'phone_change', v_user.id::text, false, request_phone_change.channel, request_phone_change.settings);
  return case when v_sent ? 'refused' then v_sent end;
end
$$;
comment on function auth_lib.request_phone_change(auth.users, text, text, jsonb) is 'Asks a new phone number to be confirmed; a refusal when a limit forbids it.';
