-- A user as clients see it (contract 4.1). Only the optional members lose their nulls: metadata keeps every null it has.
create function auth_lib.user_json(person auth.users) returns jsonb
language sql stable
as $$
  select jsonb_build_object(
      'id', (user_json.person).id,
      'aud', (user_json.person).aud,
      'role', (user_json.person).role,
      'email', coalesce((user_json.person).email, ''),
      'phone', coalesce((user_json.person).phone, ''),
      'app_metadata', (user_json.person).app_metadata,
      'user_metadata', (user_json.person).user_metadata,
      'identities', (
        select coalesce(jsonb_agg(auth_lib.identity_json(i) order by i.created_at, i.id), '[]')
        from auth.identities as i where i.user_id = (user_json.person).id),
      'created_at', auth_lib.wire_time((user_json.person).created_at),
      'updated_at', auth_lib.wire_time((user_json.person).updated_at),
      'is_anonymous', (user_json.person).is_anonymous)
    || jsonb_strip_nulls(jsonb_build_object(
      'email_confirmed_at', auth_lib.wire_time((user_json.person).email_confirmed_at),
      'phone_confirmed_at', auth_lib.wire_time((user_json.person).phone_confirmed_at),
      'confirmed_at', auth_lib.wire_time(least((user_json.person).email_confirmed_at, (user_json.person).phone_confirmed_at)),
      'invited_at', auth_lib.wire_time((user_json.person).invited_at),
      'confirmation_sent_at', auth_lib.wire_time((user_json.person).confirmation_sent_at),
      'recovery_sent_at', auth_lib.wire_time((user_json.person).recovery_sent_at),
      'new_email', (user_json.person).new_email,
      'email_change_sent_at', auth_lib.wire_time((user_json.person).email_change_sent_at),
      'new_phone', (user_json.person).new_phone,
      'phone_change_sent_at', auth_lib.wire_time((user_json.person).phone_change_sent_at),
      'reauthentication_sent_at', auth_lib.wire_time((user_json.person).reauthentication_sent_at),
      'last_sign_in_at', auth_lib.wire_time((user_json.person).last_sign_in_at),
      'banned_until', auth_lib.wire_time((user_json.person).banned_until),
      'deleted_at', auth_lib.wire_time((user_json.person).deleted_at)))
$$;
comment on function auth_lib.user_json(auth.users) is 'A user with its identities in wire shape.';
