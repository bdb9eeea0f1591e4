-- The hash a sign-in is compared with: the proven password, else the one that waits for the proof.
create function auth_lib.stored_hash(user_id uuid) returns text
language plpgsql stable
as $$
begin
  return (
    select coalesce(
    (select p.hash from auth.passwords as p where p.user_id = stored_hash.user_id),
    (select p.hash from auth.pending_passwords as p where p.user_id = stored_hash.user_id))
  );
end
$$;
comment on function auth_lib.stored_hash(uuid) is 'A user''s password hash, proven or pending; null without one.';
