-- The user a generated link is for, as the link will find it: created where its type creates, with the new address noted
-- where it changes one. A password that an administrator gives counts at once.
-- Calls: invitee, set_password. Writes: what these write, update auth.users,
-- delete auth.one_time_tokens.
create function auth_lib.link_user(type text, email text, new_email text, data jsonb, hash text, aud text, settings jsonb)
returns auth.users
language plpgsql volatile
as $$
declare
  v_now  timestamptz := auth_lib.clock();
  v_user auth.users;
begin
  if link_user.type in ('signup', 'invite') then
    v_user := auth_lib.invitee(link_user.email, link_user.data, link_user.type = 'signup', link_user.aud, link_user.settings);
    if v_user.email_confirmed_at is not null or v_user.aud <> link_user.aud then
      perform auth_lib.fail('email_exists');   -- since the checks; a password given here must not replace a proven one
    elsif link_user.hash is not null and auth_lib.stored_hash(v_user.id) is null then
      perform auth_lib.set_password(v_user.id, link_user.hash);
    end if;
  else
    v_user := auth_lib.lock_user((auth_lib.find_user('email', link_user.email)).id);
  end if;
  if link_user.type like 'email\_change\_%' and v_user.new_email is distinct from link_user.new_email then
    delete from auth.one_time_tokens as t   -- what was to confirm another new address
    where t.user_id = v_user.id and t.kind in ('email_change_current', 'email_change_new');
  end if;
  update auth.users as u
  set invited_at = case when link_user.type = 'invite' then v_now else u.invited_at end,
      confirmation_sent_at = case when link_user.type in ('signup', 'invite') then v_now else u.confirmation_sent_at end,
      recovery_sent_at = case when link_user.type in ('magiclink', 'recovery') then v_now else u.recovery_sent_at end,
      new_email = case when link_user.type like 'email\_change\_%' then link_user.new_email else u.new_email end,
      -- It starts over: a confirmation that has come counts no more.
      email_change_status = case when link_user.type like 'email\_change\_%' then 0 else u.email_change_status end,
      email_change_sent_at = case when link_user.type like 'email\_change\_%' then v_now else u.email_change_sent_at end,
      updated_at = v_now
  where u.id = v_user.id
  returning u.* into v_user;
  return v_user;
end
$$;
comment on function auth_lib.link_user(text, text, text, jsonb, text, text, jsonb) is 'Finds or creates the user of a generated link.';
