-- An identity as clients see it (contract 4.2). Most have every member, so the absent ones are taken away again.
create function auth_lib.identity_json(identity auth.identities) returns jsonb
language plpgsql stable
as $$
declare
  v_json jsonb := jsonb_build_object(
    'identity_id', identity.id,
    'id', identity.subject,
    'user_id', identity.user_id,
    'identity_data', identity.identity_data,
    'provider', identity.provider,
    'email', identity.email,
    'last_sign_in_at', auth_lib.wire_time(identity.last_sign_in_at),
    'created_at', auth_lib.wire_time(identity.created_at),
    'updated_at', auth_lib.wire_time(identity.updated_at));
begin
  if identity.identity_data = '{}' then
    v_json := v_json - 'identity_data';
  end if;
  if coalesce(identity.email, '') = '' then
    v_json := v_json - 'email';
  end if;
  if identity.last_sign_in_at is null then
    v_json := v_json - 'last_sign_in_at';
  end if;
  return v_json;
end
$$;
comment on function auth_lib.identity_json(auth.identities) is 'An identity in wire shape.';
