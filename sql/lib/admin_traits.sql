-- What the audit log says of the user that an administrator acted on.
create function auth_lib.admin_traits(person auth.users) returns jsonb
language sql immutable
as $$
  select jsonb_build_object('user_id', (admin_traits.person).id,
    'user_email', coalesce((admin_traits.person).email, ''), 'user_phone', coalesce((admin_traits.person).phone, ''))
$$;
comment on function auth_lib.admin_traits(auth.users) is 'Audit traits of an administrative action.';
