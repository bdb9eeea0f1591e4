-- The user of an address that an administrator addresses: the one it has, locked, or a new one without a password, whose
-- metadata is the data exactly.
-- Calls: create_user. Writes: what it writes, update auth.pending_passwords.
create function auth_lib.invitee(email text, data jsonb, aud text, settings jsonb) returns auth.users
language plpgsql volatile
as $$
declare
  v_user auth.users;
begin
  loop   -- ends unless the address is taken or given up between two statements
    v_user := auth_lib.lock_user((auth_lib.find_user('email', invitee.email)).id);
    exit when v_user.id is not null;
    v_user := auth_lib.create_user('email', invitee.email, invitee.aud, invitee.settings, '{}', coalesce(invitee.data, '{}'), false);
    exit when v_user.id is not null;
  end loop;
  -- A password that somebody chose for the address before counts no more: the invitation's link proves the mailbox only.
  update auth.pending_passwords as p set hash = null where p.user_id = v_user.id and p.hash is not null;
  return v_user;
end
$$;
comment on function auth_lib.invitee(text, jsonb, text, jsonb) is 'The user of an address, created without a password when it has none.';
