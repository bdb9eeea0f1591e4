-- Another password was chosen for an address nobody has proven: from now on neither counts. The row stays as a mark,
-- so nothing refills it. Runs before any limit answers, and its write stays whatever the answer is.
create function auth_lib.void_pending_password(user_id uuid, computed text) returns void
language plpgsql volatile
as $$
begin
  update auth.pending_passwords as p
  set hash = null
  where p.user_id = void_pending_password.user_id
    and p.hash is not null
    and not auth_lib.bcrypt_matches(void_pending_password.computed, p.hash);
end
$$;
comment on function auth_lib.void_pending_password(uuid, text) is
  'Voids the pending password of a user unless the hash just computed equals it.';
