-- Whether an administrator (or a DBA) has made, invited or changed an account, given it a role, or a password before any
-- address of it was proven. What such an account is, no request of a stranger may decide or read.
create function auth_lib.is_administered(person auth.users) returns boolean
language plpgsql stable
as $$
begin
  return person.administered_at is not null or person.invited_at is not null
    or person.role is distinct from person.sign_up_role
    or (person.email_confirmed_at is null and person.phone_confirmed_at is null and not person.is_anonymous
      and exists (select from auth.passwords as p where p.user_id = person.id));
end
$$;
comment on function auth_lib.is_administered(auth.users) is 'Whether an administrator has had a hand in an account.';
