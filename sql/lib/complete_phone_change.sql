-- The new number takes the old one's place, proven, and everything that was on its way for the user is dead. Raises when
-- somebody else has the number by now. The user is locked.
-- Writes: auth.addresses, auth.identities, auth.users, delete auth.one_time_tokens, auth.send_marks.
create function auth_lib.complete_phone_change(person auth.users) returns void
language plpgsql volatile
as $$
begin
  if (auth_lib.find_user('phone', person.new_phone)).id <> person.id
    or not auth_lib.claim_address(person.id, 'phone', person.new_phone, true) then
    perform auth_lib.fail('phone_exists_on_update');   -- the code stays usable
  end if;
  perform auth_lib.own_identity(person.id, 'phone', person.new_phone, true);
  update auth.users as u
  set new_phone = null, is_anonymous = false, app_metadata = auth_lib.refresh_providers(u),
      phone_confirmed_at = auth_lib.clock(), updated_at = auth_lib.clock()
  where u.id = person.id;
  perform auth_lib.drop_changes(person.id, '{email}');
  delete from auth.one_time_tokens as t where t.user_id = person.id;
  perform auth_lib.clear_marks(person.phone), auth_lib.clear_marks(person.new_phone);
end
$$;
comment on function auth_lib.complete_phone_change(auth.users) is 'Switches a user to its confirmed new phone number.';
