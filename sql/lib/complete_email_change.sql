-- The new address takes the old one's place, proven, and everything that was on its way for the user is dead.
-- Null when done, a refusal when somebody else has the address by now. The user is locked.
-- Writes: auth.addresses, auth.identities, auth.users, delete auth.one_time_tokens, auth.send_marks.
create function auth_lib.complete_email_change(person auth.users) returns jsonb
language plpgsql volatile
as $$
declare
  v_id  uuid := (complete_email_change.person).id;
  v_new text := (complete_email_change.person).new_email;
begin
  if (auth_lib.find_user('email', v_new)).id <> v_id
    or not auth_lib.claim_address(v_id, 'email', v_new, true) then
    return auth_lib.refusal('email_exists');
  end if;
  perform auth_lib.own_identity(v_id, 'email', v_new, true);
  update auth.users as u
  set new_email = null, email_change_status = 0, is_anonymous = false, app_metadata = auth_lib.refresh_providers(u),
      email_confirmed_at = coalesce(u.email_confirmed_at, auth_lib.clock()), updated_at = auth_lib.clock()
  where u.id = v_id;
  perform auth_lib.drop_changes(v_id, '{phone}');
  delete from auth.one_time_tokens as t where t.user_id = v_id;
  perform auth_lib.clear_marks((complete_email_change.person).email), auth_lib.clear_marks(v_new);
  return null;
end
$$;
comment on function auth_lib.complete_email_change(auth.users) is 'Switches a user to its confirmed new e-mail address.';
