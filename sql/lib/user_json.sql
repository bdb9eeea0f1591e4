-- A user as clients see it (contract 4.1). Only the optional members lose their nulls: metadata keeps every null it has.
create function auth_lib.user_json(person auth.users) returns jsonb
language plpgsql stable
as $$
declare
  v_identities jsonb := jsonb_build_array();
  v_identity   auth.identities;
begin
  for v_identity in
    select i.* from auth.identities as i where i.user_id = person.id order by i.created_at, i.provider, i.id
  loop   -- nearly always one row, for which an aggregate would cost as much as the rest
    v_identities := v_identities || auth_lib.identity_json(v_identity);
  end loop;
  return jsonb_build_object(
      'id', person.id,
      'aud', person.aud,
      'role', person.role,
      'email', coalesce(person.email, ''),
      'phone', coalesce(person.phone, ''),
      'app_metadata', person.app_metadata,
      'user_metadata', person.user_metadata,
      'identities', v_identities,
      'created_at', auth_lib.wire_time(person.created_at),
      'updated_at', auth_lib.wire_time(person.updated_at),
      'is_anonymous', person.is_anonymous)
    || jsonb_strip_nulls(jsonb_build_object(
      'email_confirmed_at', auth_lib.wire_time(person.email_confirmed_at),
      'phone_confirmed_at', auth_lib.wire_time(person.phone_confirmed_at),
      'confirmed_at', auth_lib.wire_time(least(person.email_confirmed_at, person.phone_confirmed_at)),
      'invited_at', auth_lib.wire_time(person.invited_at),
      'confirmation_sent_at', auth_lib.wire_time(person.confirmation_sent_at),
      'recovery_sent_at', auth_lib.wire_time(person.recovery_sent_at),
      'new_email', person.new_email,
      'email_change_sent_at', auth_lib.wire_time(person.email_change_sent_at),
      'new_phone', person.new_phone,
      'phone_change_sent_at', auth_lib.wire_time(person.phone_change_sent_at),
      'reauthentication_sent_at', auth_lib.wire_time(person.reauthentication_sent_at),
      'last_sign_in_at', auth_lib.wire_time(person.last_sign_in_at),
      'banned_until', auth_lib.wire_time(person.banned_until),
      'deleted_at', auth_lib.wire_time(person.deleted_at)));
end
$$;
comment on function auth_lib.user_json(auth.users) is 'A user with its identities in wire shape.';
