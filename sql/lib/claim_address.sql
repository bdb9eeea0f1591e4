-- Makes an address this user's primary one of its kind; false when it is somebody else's. The one writer of
-- auth.addresses beside a sign-up: users.email and users.phone are set with it. The former primary is released.
-- Writes: auth.addresses, update auth.users.
create function auth_lib.claim_address(user_id uuid, kind text, value text, verified boolean) returns boolean
language plpgsql volatile
as $$
declare
  v_now timestamptz := auth_lib.clock();
begin
  delete from auth.addresses as a
  where a.user_id = claim_address.user_id and a.kind = claim_address.kind and a.is_primary and a.value <> claim_address.value;
  insert into auth.addresses as a (kind, value, user_id, is_primary, verified_at, created_at)
  values (claim_address.kind, claim_address.value, claim_address.user_id, true,
    case when claim_address.verified then v_now end, v_now)
  on conflict on constraint addresses_pkey do update
  set is_primary = true, verified_at = coalesce(excluded.verified_at, a.verified_at)
  where a.user_id = excluded.user_id;
  if not found then
    return false;
  end if;
  update auth.users as u
  set email = case claim_address.kind when 'email' then claim_address.value else u.email end,
      phone = case claim_address.kind when 'phone' then claim_address.value else u.phone end,
      updated_at = v_now
  where u.id = claim_address.user_id;
  return true;
end
$$;
comment on function auth_lib.claim_address(uuid, text, text, boolean) is 'Sets a user''s primary address of a kind; false when it is taken.';
