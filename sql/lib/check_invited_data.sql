-- The refusal of the data of a user whom an administrator creates by a link, or null: such data are the metadata exactly.
create function auth_lib.check_invited_data(data jsonb) returns jsonb
language plpgsql stable
as $$
begin
  return auth_lib.check_metadata(
    coalesce(check_invited_data.data, '{}'), '{"provider": "email", "providers": ["email"]}'::jsonb, null);
end
$$;
comment on function auth_lib.check_invited_data(jsonb) is 'Null for data that an invited user may get, otherwise a refusal.';
