-- The refusal of metadata as they would be stored, or null. Both travel in every access token, and a token that the gateway
-- refuses as too long (over 16 KiB) would lock its user out for good. base64 makes 4/3 of what is signed: 10240 bytes become
-- 13654, which leaves a quarter of what the other claims need at most (addresses, audience and role of 255 bytes each, ids,
-- times) and a signature. jsonb as text is never shorter than the JSON that is signed. Who has more from before may keep it
-- or shorten it: person is the user as it is, all null for a new one.
create function auth_lib.check_metadata(user_metadata jsonb, app_metadata jsonb, person auth.users) returns jsonb
language plpgsql stable
as $$
begin
  if octet_length(check_metadata.user_metadata::text) + octet_length(check_metadata.app_metadata::text) > greatest(10240,
    octet_length((check_metadata.person).user_metadata::text) + octet_length((check_metadata.person).app_metadata::text)) then
    return auth_lib.refusal('metadata_too_long');
  end if;
  return null;
end
$$;
comment on function auth_lib.check_metadata(jsonb, jsonb, auth.users) is 'Null for metadata that fit into an access token, otherwise a refusal.';
