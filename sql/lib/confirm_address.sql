-- An address is proven (or autoconfirmed): confirmation time, verified flags, providers, and everything that was
-- waiting for the proof ends, in the audience that the caller sees the user in: every one-time token, a change of address, the spacing and failures held against the address.
-- Writes: update auth.addresses, auth.identities, auth.users; delete auth.one_time_tokens, auth.send_marks.
create function auth_lib.confirm_address(person auth.users, kind text) returns auth.users
language plpgsql volatile
as $$
declare
  v_now  timestamptz := auth_lib.clock();
  v_flag jsonb := jsonb_build_object(confirm_address.kind || '_verified', true);
  v_user auth.users;
begin
  perform auth_lib.drop_changes((confirm_address.person).id, '{email,phone}');
  update auth.addresses as a set verified_at = v_now
  where a.user_id = (confirm_address.person).id and a.kind = confirm_address.kind and a.is_primary;
  update auth.identities as i set identity_data = i.identity_data || v_flag, updated_at = v_now
  where i.user_id = (confirm_address.person).id
    and case confirm_address.kind when 'email' then i.email = (confirm_address.person).email else i.provider = 'phone' end;
  update auth.users as u
  set aud = (confirm_address.person).aud,
      email_confirmed_at = case confirm_address.kind when 'email' then v_now else u.email_confirmed_at end,
      phone_confirmed_at = case confirm_address.kind when 'phone' then v_now else u.phone_confirmed_at end,
      user_metadata = case confirm_address.kind when 'email' then u.user_metadata || v_flag else u.user_metadata end,
      app_metadata = auth_lib.refresh_providers(u), is_anonymous = false, updated_at = v_now
  where u.id = (confirm_address.person).id
  returning u.* into v_user;
  delete from auth.one_time_tokens as t where t.user_id = v_user.id;
  perform auth_lib.clear_marks(case confirm_address.kind when 'email' then v_user.email else v_user.phone end);
  return v_user;
end
$$;
comment on function auth_lib.confirm_address(auth.users, text) is 'Marks a user''s e-mail or phone as proven and ends what waited for it.';
