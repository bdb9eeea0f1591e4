-- Whether redeeming a token leaves its user with a password chosen before: a proven one, or the pending one that this
-- token carries. A pending one that it does not carry goes with the redemption, so it counts for nothing.
create function auth_lib.keeps_password(token auth.one_time_tokens) returns boolean
language plpgsql stable
as $$
begin
  return (
    select exists (select from auth.passwords as p where p.user_id = (keeps_password.token).user_id)
    or ((keeps_password.token).carries_password and auth_lib.pending_hash((keeps_password.token).user_id) is not null)
  );
end
$$;
comment on function auth_lib.keeps_password(auth.one_time_tokens) is
  'True when the user of a token has a password after its redemption without choosing one with it.';
