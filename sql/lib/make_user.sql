-- The one function that inserts a user: the whole row at once, so that an application's trigger sees all of it. id may be
-- absent. Its addresses are claimed first: of parallel calls one gets an address, the others wait, write nothing and are
-- answered no row (all null). Its identities are the caller's to make.
-- Writes: insert auth.addresses, insert auth.users.
create function auth_lib.make_user(person auth.users) returns auth.users
language plpgsql volatile
as $$
declare
  v_now   timestamptz := auth_lib.clock();
  v_user  auth.users;
  v_taken text;
begin
  person.id := coalesce(person.id, gen_random_uuid());
  person.app_metadata := coalesce(person.app_metadata, '{}');
  person.user_metadata := coalesce(person.user_metadata, '{}');
  person.email_change_status := 0;
  person.is_anonymous := coalesce(person.is_anonymous, false);
  person.created_at := v_now;
  person.updated_at := v_now;
  if person.email is not null then
    insert into auth.addresses (kind, value, user_id, is_primary, verified_at, created_at)
    values ('email', person.email, person.id, true, person.email_confirmed_at, v_now) on conflict do nothing;
    v_taken := case when not found then 'email_exists' end;
  end if;
  if v_taken is null and person.phone is not null then
    insert into auth.addresses (kind, value, user_id, is_primary, verified_at, created_at)
    values ('phone', person.phone, person.id, true, person.phone_confirmed_at, v_now) on conflict do nothing;
    v_taken := case when not found then 'phone_exists' end;
  end if;
  if v_taken is null then
    insert into auth.users select person.* on conflict on constraint users_pkey do nothing returning * into v_user;
  end if;
  if v_user.id is not null then
    return v_user;
  elsif exists (select from auth.users as u where u.id = person.id) then
    perform auth_lib.fail('id_exists');
  elsif v_taken is null then
    raise exception 'a trigger has left the new user out';
  elsif num_nonnulls(person.email, person.phone) = 2 then
    perform auth_lib.fail(v_taken);   -- the other address may be claimed by now
  end if;
  return null;
end
$$;
comment on function auth_lib.make_user(auth.users) is 'Inserts a user with its addresses; all null when its only address is taken.';
