-- The refusal of a token that was found, or not; null when it may be redeemed. A ban is told only now, after the right
-- code or link. A token proves the address it was sent to and no other.
create function auth_lib.check_redemption(person auth.users, token auth.one_time_tokens, by_link boolean, audience text)
returns jsonb
language plpgsql stable
as $$
begin
  return (
    select case
      when (check_redemption.token).id is null or (check_redemption.person).id is null
        or (check_redemption.person).deleted_at is not null
        or auth_lib.proven_address(check_redemption.person, (check_redemption.token).kind)
          is distinct from (check_redemption.token).address
        or (check_redemption.person).aud <> check_redemption.audience
        then case when check_redemption.by_link then auth_lib.refusal('link_expired') else auth_lib.refusal('code_expired') end
      when auth_lib.is_banned(check_redemption.person) then auth_lib.refusal('banned_at_verify')
    end
  );
end
$$;
comment on function auth_lib.check_redemption(auth.users, auth.one_time_tokens, boolean, text) is
  'Null when a token may be redeemed for its user, otherwise a refusal.';
