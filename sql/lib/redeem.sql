-- Takes a token: one delete decides, so of a hundred parallel redemptions one gets here. The user is locked.
-- The first proof of an address installs the password of that one sign-up, if this token carries it, and drops whatever
-- waited otherwise. Answers {"actions", "traits"} to record, {"half": true} after the first confirmation of a change of
-- e-mail, or null when the token was taken meanwhile.
-- Writes: delete auth.one_time_tokens, auth.passwords, delete auth.pending_passwords, and what confirm_address and
-- redeem_email_change write.
create function auth_lib.redeem(person auth.users, token auth.one_time_tokens, hash text, settings jsonb) returns jsonb
language plpgsql volatile
as $$
declare
  v_pending text := auth_lib.pending_hash((redeem.person).id);
  v_first   boolean := (redeem.person).email_confirmed_at is null;
begin
  delete from auth.one_time_tokens as t where t.id = (redeem.token).id;
  if not found then
    return null;
  elsif (redeem.token).purpose = 'email_change' then
    return auth_lib.redeem_email_change(redeem.person, (redeem.token).kind, redeem.settings);
  end if;
  delete from auth.pending_passwords as p where p.user_id = (redeem.person).id;
  if (redeem.token).carries_password and v_pending is not null then
    perform auth_lib.set_password((redeem.person).id, v_pending);
  elsif redeem.hash is not null and auth_lib.stored_hash((redeem.person).id) is null then
    perform auth_lib.set_password((redeem.person).id, redeem.hash);
  end if;
  if v_first or (redeem.token).kind = 'confirmation' then
    perform auth_lib.confirm_address(redeem.person, 'email');
    return '{"actions": ["user_signedup"], "traits": {"provider": "email"}}'::jsonb;
  end if;
  delete from auth.one_time_tokens as t where t.user_id = (redeem.person).id;
  perform auth_lib.clear_marks((redeem.person).email);
  update auth.users as u set app_metadata = auth_lib.refresh_providers(u) where u.id = (redeem.person).id;
  return '{"actions": ["login"]}'::jsonb;
end
$$;
comment on function auth_lib.redeem(auth.users, auth.one_time_tokens, text, jsonb) is
  'Redeems a one-time token; what to record, or null when it was redeemed before.';
