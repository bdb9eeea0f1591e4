-- The user of an address that an administrator addresses: the one it has, locked, or a new one without a password, whose
-- metadata is the data exactly. One that it has keeps its metadata, with the data merged in where merges says so. A user
-- who has proven the address, whom it only finds, or of another audience, is answered as it is: the caller refuses.
-- Calls: create_user. Writes: what it writes, update auth.users, auth.pending_passwords.
create function auth_lib.invitee(email text, data jsonb, merges boolean, aud text, settings jsonb) returns auth.users
language plpgsql volatile
as $$
declare
  v_user auth.users;
begin
  loop   -- ends unless the address is taken or given up between two statements
    v_user := auth_lib.lock_user((auth_lib.find_user('email', invitee.email)).id);
    exit when v_user.id is not null;
    v_user := auth_lib.create_user('email', invitee.email, invitee.aud, invitee.settings, null, coalesce(invitee.data, '{}'), false);
    if v_user.id is not null then
      return v_user;
    end if;
  end loop;
  v_user := auth_lib.seen_in(v_user, invitee.aud);
  if v_user.email is distinct from invitee.email or v_user.aud <> invitee.aud or v_user.email_confirmed_at is not null then
    return v_user;
  end if;
  -- A password that somebody chose for the address before counts no more: the invitation's link proves the mailbox only.
  update auth.pending_passwords as p set hash = null where p.user_id = v_user.id and p.hash is not null;
  update auth.users as u set aud = v_user.aud, administered_at = auth_lib.clock() where u.id = v_user.id returning u.* into v_user;
  if invitee.merges then
    update auth.users as u set user_metadata = auth_lib.merge_metadata(u.user_metadata, invitee.data)
    where u.id = v_user.id and auth_lib.check_metadata(auth_lib.merge_metadata(u.user_metadata, invitee.data), u.app_metadata, u) is null
    returning u.* into v_user;
    if not found then
      perform auth_lib.fail('metadata_too_long');   -- longer since the checks
    end if;
  end if;
  return v_user;
end
$$;
comment on function auth_lib.invitee(text, jsonb, boolean, text, jsonb) is 'The user of an address, created without a password when it has none.';
