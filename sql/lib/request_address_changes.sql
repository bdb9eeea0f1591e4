-- The new e-mail address and the new number of PUT /user; the user is locked. Its present address, or an empty one, gives
-- up a change that waits. What autoconfirms goes first, because a proof ends every link and code on its way. Answers the
-- actions to record for changes that were made at once; raises what a limit refuses, so that nothing of the update stays.
-- Calls: drop_changes, request_email_change, request_phone_change. Writes: what these write.
create function auth_lib.request_address_changes(
  person auth.users, email text, phone text, channel text, code_challenge text, code_challenge_method text,
  base_url text, redirect_to text, settings jsonb)
returns text[]
language plpgsql volatile
as $$
declare
  v_email   text := nullif(auth_lib.normal_email(request_address_changes.email), '');
  v_phone   text := nullif(auth_lib.normal_phone(request_address_changes.phone), '');
  v_auto    boolean := auth_lib.autoconfirms('phone', request_address_changes.settings);
  v_actions text[] := array[]::text[];
  v_refused jsonb;
begin
  v_email := nullif(v_email, (request_address_changes.person).email);
  v_phone := nullif(v_phone, (request_address_changes.person).phone);
  perform auth_lib.drop_changes((request_address_changes.person).id, array_remove(array[
    case when v_email is null and request_address_changes.email is not null then 'email' end,
    case when v_phone is null and request_address_changes.phone is not null then 'phone' end], null));
  if v_phone is not null and v_auto then
    v_refused := auth_lib.request_phone_change(request_address_changes.person, v_phone, null, request_address_changes.settings);
    v_actions := array_append(v_actions, 'user_modified');
  end if;
  if v_refused is null and v_email is not null then
    v_refused := auth_lib.request_email_change(request_address_changes.person, v_email, request_address_changes.code_challenge,
      request_address_changes.code_challenge_method, request_address_changes.base_url, request_address_changes.redirect_to,
      request_address_changes.settings);
    if (request_address_changes.person).is_anonymous and auth_lib.autoconfirms('email', request_address_changes.settings) then
      v_actions := array_append(v_actions, 'user_modified');
    end if;
  end if;
  if v_refused is null and v_phone is not null and not v_auto then
    v_refused := auth_lib.request_phone_change(request_address_changes.person, v_phone, request_address_changes.channel,
      request_address_changes.settings);
  end if;
  if v_refused is not null then
    perform auth_lib.fail_with(v_refused);
  end if;
  return v_actions;
end
$$;
comment on function auth_lib.request_address_changes(auth.users, text, text, text, text, text, text, text, jsonb) is
  'Asks for, or makes, the changes of address of PUT /user; the actions to record.';
