-- The refusal of metadata as they would be stored, or null. Both travel in every access token, and a token that the gateway
-- refuses as too long (over 16 KiB) would lock its user out for good. base64 makes 4/3 of what is signed, so 10240 bytes
-- become 13654 of the 16384. With all other claims at their longest (addresses, audience and role have up to 255 bytes) and
-- an HS256 signature a token has about 15200; an RSA signature of 4096 bits adds 640. jsonb as text is never shorter than
-- the JSON that is signed. Who has more from before may keep it or shorten it: person is the user as it is, all null for a
-- new one. The few bytes that a later confirmation adds (email_verified, providers) are not asked.
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
