-- Finds the stored metadata document of a client, before the gateway processes the client's request. fresh is
-- true if the document is still valid, or if an administrator has deleted the client. If fresh is false, the
-- gateway fetches the document and calls save_client_document().
create function auth_api.find_client_document(document_url text) returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
begin
  return jsonb_build_object('fresh', exists (
    select from auth.oauth_clients as c
    where c.document_url = find_client_document.document_url
      and (c.deleted_at is not null or c.document_expires_at > auth_lib.clock())));
end
$$;
comment on function auth_api.find_client_document is
  'Requests of a client whose id is the address of its metadata document.';
