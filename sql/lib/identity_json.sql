-- An identity as clients see it (contract 4.2).
create function auth_lib.identity_json(identity auth.identities) returns jsonb
language sql stable
as $$
  select jsonb_build_object(
      'identity_id', (identity_json.identity).id,
      'id', (identity_json.identity).subject,
      'user_id', (identity_json.identity).user_id,
      'provider', (identity_json.identity).provider,
      'created_at', auth_lib.wire_time((identity_json.identity).created_at),
      'updated_at', auth_lib.wire_time((identity_json.identity).updated_at))
    || case when (identity_json.identity).identity_data = '{}' then '{}'
       else jsonb_build_object('identity_data', (identity_json.identity).identity_data) end
    || jsonb_strip_nulls(jsonb_build_object(
      'email', nullif((identity_json.identity).email, ''),
      'last_sign_in_at', auth_lib.wire_time((identity_json.identity).last_sign_in_at)))
$$;
comment on function auth_lib.identity_json(auth.identities) is 'An identity in wire shape.';
