-- The hash that waits for the first proof; null when there is none or when it was voided.
create function auth_lib.pending_hash(user_id uuid) returns text
language plpgsql stable
as $$
begin
  return (
    select p.hash from auth.pending_passwords as p where p.user_id = pending_hash.user_id
  );
end
$$;
comment on function auth_lib.pending_hash(uuid) is 'A user''s pending password hash, null without one.';
