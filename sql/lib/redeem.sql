-- Takes a token: one delete decides, so of a hundred parallel redemptions one gets here. The user is locked.
-- The first proof of an address installs the password of that one sign-up, if this token carries it, and drops whatever
-- waited otherwise. Answers {"actions", "traits"} to record, {"half": true} after the first confirmation of a change of
-- e-mail, or null when the token was taken meanwhile.
-- Writes: delete auth.one_time_tokens, auth.passwords, delete auth.pending_passwords, and what confirm_address,
-- redeem_email_change and complete_phone_change write.
create function auth_lib.redeem(person auth.users, token auth.one_time_tokens, hash text, settings jsonb) returns jsonb
language plpgsql volatile
as $$
declare
  v_pending text := auth_lib.pending_hash(person.id);
  v_first   boolean := person.email_confirmed_at is null;
begin
  delete from auth.one_time_tokens as t where t.id = token.id;
  if not found then
    return null;
  elsif token.purpose = 'email_change' then
    return auth_lib.redeem_email_change(person, token.kind, settings);
  elsif token.purpose = 'phone_change' then
    perform auth_lib.complete_phone_change(person);
    return '{"actions": ["user_modified"]}'::jsonb;
  end if;
  delete from auth.pending_passwords as p where p.user_id = person.id;
  if token.carries_password and v_pending is not null then
    perform auth_lib.set_password(person.id, v_pending);
  elsif hash is not null and auth_lib.stored_hash(person.id) is null then
    perform auth_lib.set_password(person.id, hash);
  end if;
  if token.kind = 'sms' then
    perform auth_lib.confirm_address(person, 'phone');
    return '{"actions": ["user_signedup"], "traits": {"provider": "phone"}}'::jsonb;
  elsif v_first or token.kind = 'confirmation' then
    perform auth_lib.confirm_address(person, 'email');
    return '{"actions": ["user_signedup"], "traits": {"provider": "email"}}'::jsonb;
  end if;
  delete from auth.one_time_tokens as t where t.user_id = person.id;
  perform auth_lib.clear_marks(person.email);
  update auth.users as u set app_metadata = auth_lib.refresh_providers(u) where u.id = person.id;
  return '{"actions": ["login"]}'::jsonb;
end
$$;
comment on function auth_lib.redeem(auth.users, auth.one_time_tokens, text, jsonb) is
  'Redeems a one-time token; what to record, or null when it was redeemed before.';
