-- Installs a hash as the user's password; whatever was pending is gone.
-- Writes: auth.passwords, delete auth.pending_passwords.
create function auth_lib.set_password(user_id uuid, hash text) returns void
language plpgsql volatile
as $$
begin
  insert into auth.passwords (user_id, hash, updated_at)
  values (set_password.user_id, set_password.hash, auth_lib.clock())
  on conflict on constraint passwords_pkey do update set hash = excluded.hash, updated_at = excluded.updated_at;
  delete from auth.pending_passwords as p where p.user_id = set_password.user_id;
end
$$;
comment on function auth_lib.set_password(uuid, text) is 'Stores a bcrypt hash as the user''s password.';
