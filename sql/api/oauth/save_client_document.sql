-- Stores the metadata document of a client, which the gateway has fetched from the URL that is the
-- client's id. The gateway has checked the types of the document's members. The document is valid for the
-- time in the parameter `seconds`, but at least five minutes and at most a day. If the client's keys
-- change or a redirect URI has a new host, users must approve the client again. A redirect URI that is no
-- longer in the document becomes invalid. Anybody may publish a document, so the client gets only built-in
-- scopes and needs PKCE. A client that an administrator has deleted stays deleted.
create function auth_api.save_client_document(
  document_url text, document jsonb, seconds integer, settings jsonb, client jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_now    timestamptz := auth_lib.clock();
  v_old    auth.oauth_clients;
  v_new    auth.oauth_clients;
  v_nobody auth.users;
  v_said   jsonb := jsonb_build_object('token_endpoint_auth_method', 'none') || jsonb_strip_nulls(document);
begin
  if auth_lib.client_document_fault(document_url, v_said) is not null then
    return auth_lib.refusal('oauth_client_unknown');
  end if;
  v_new := auth_lib.new_oauth_client(v_said, 'document', settings);
  v_new.scopes := auth_lib.built_in_among(v_new.scopes);
  if auth_lib.client_metadata_conflict(v_new) is not null then
    return auth_lib.refusal('oauth_client_unknown');
  end if;
  v_new.document_url := document_url;
  v_new.document_expires_at := v_now + make_interval(secs => least(greatest(seconds, 300), 86400));
  select c.* into v_old from auth.oauth_clients as c
  where c.document_url = save_client_document.document_url for no key update;
  if v_old.deleted_at is not null then
    return auth_lib.refusal('oauth_client_unknown');
  elsif v_old.id is null and auth_lib.client_limit_reached(settings) then
    return auth_lib.refusal('oauth_too_many_clients');
  elsif v_old.id is null then
    insert into auth.oauth_clients select v_new.*
    on conflict on constraint oauth_clients_document_url_key do nothing;   -- another gateway has stored it
    if found then
      v_nobody.id := '00000000-0000-0000-0000-000000000000';
      perform auth_lib.audit(v_nobody, '{oauth_client_registered}', jsonb_build_object('client_id', v_new.id,
        'document_url', document_url), client);
    end if;
    return jsonb_build_object();
  end if;
  update auth.oauth_clients as c
  set client_type = v_new.client_type, token_endpoint_auth_method = v_new.token_endpoint_auth_method,
      redirect_uris = v_new.redirect_uris, grant_types = v_new.grant_types, client_name = v_new.client_name,
      client_uri = v_new.client_uri, logo_uri = v_new.logo_uri, tos_uri = v_new.tos_uri,
      policy_uri = v_new.policy_uri, scopes = v_new.scopes, jwks = v_new.jwks, jwks_uri = v_new.jwks_uri,
      post_logout_redirect_uris = v_new.post_logout_redirect_uris, require_pushed = v_new.require_pushed,
      backchannel_logout_uri = v_new.backchannel_logout_uri,
      backchannel_session_required = v_new.backchannel_session_required,
      document_expires_at = v_new.document_expires_at, updated_at = v_now,
      trust_changed_at = case when (v_new.jwks, v_new.jwks_uri) is distinct from (v_old.jwks, v_old.jwks_uri)
        or not auth_lib.redirect_hosts(v_new) <@ auth_lib.redirect_hosts(v_old) then v_now
        else v_old.trust_changed_at end
  where c.id = v_old.id;
  return jsonb_build_object();
end
$$;
comment on function auth_api.save_client_document is
  'Requests of a client whose id is the address of its metadata document. Errors: oauth_client_unknown, '
  'oauth_too_many_clients.';

-- Returns the reason why a metadata document cannot be used, or null. Checks it against the URL from which
-- it was fetched. Secrets are refused, because everybody can read the document.
create function auth_lib.client_document_fault(document_url text, document jsonb) returns text
language sql immutable
as $$
  select case
    when document ->> 'client_id' is distinct from document_url then 'client_id is not its address'
    when coalesce(document ->> 'client_name', '') = '' then 'client_name is required'
    when document ->> 'token_endpoint_auth_method' not in ('none', 'private_key_jwt')
      then 'a document can hold no secret'
    when document ->> 'jwks_uri' <> '' and auth_lib.redirect_host(document ->> 'jwks_uri') is distinct from
      auth_lib.redirect_host(document_url) then 'jwks_uri is on another host'
    when document ->> 'backchannel_logout_uri' <> '' and auth_lib.redirect_host(document ->> 'backchannel_logout_uri')
      is distinct from auth_lib.redirect_host(document_url) then 'backchannel_logout_uri is on another host'
    else coalesce(auth_lib.redirect_uris_fault(document -> 'redirect_uris'),
      auth_lib.undotted_scheme_fault(document),
      auth_lib.client_metadata_fault(document)) end
$$;

-- Returns the destinations of a client's redirect URIs, as redirect_host() names them.
create function auth_lib.redirect_hosts(c auth.oauth_clients) returns text[]
language sql immutable
as $$
  select array(select distinct auth_lib.redirect_host(r.uri) from unnest((c).redirect_uris) as r (uri))
$$;
