-- OAuth clients: lookup, authentication and end of access.

-- Returns the client that a request of a client names: by the UUID of its row, or by the URL of its metadata
-- document. Returns a row of nulls if there is none. The UUID of a client with a document is not accepted,
-- because the gateway finds and refreshes documents by URL.
create function auth_lib.find_oauth_client(client_id text) returns auth.oauth_clients
language plpgsql stable
as $$
declare
  v_id     uuid := auth_lib.uuid_or_null(client_id);
  v_client auth.oauth_clients;
begin
  if v_id is not null then
    select c.* into v_client from auth.oauth_clients as c
    where c.id = v_id and c.document_url is null and c.deleted_at is null;
  elsif client_id like 'https://%' then
    select c.* into v_client from auth.oauth_clients as c
    where c.document_url = client_id and c.deleted_at is null;
  end if;
  return v_client;
end
$$;

-- Locks a client against deletion and returns it, or a row of nulls if it was deleted. Users are locked
-- before clients.
create function auth_lib.lock_oauth_client_shared(id uuid) returns auth.oauth_clients
language plpgsql volatile
as $$
declare
  v_client auth.oauth_clients;
begin
  select c.* into v_client from auth.oauth_clients as c
  where c.id = lock_oauth_client_shared.id and c.deleted_at is null for key share;
  return v_client;
end
$$;

-- Authenticates a client. `proof` contains client_id, method and the gateway's verification result: the
-- generation of a derived secret, digests of the secret to compare with an imported one, or the digest of a
-- signed assertion, which can be used once. The previous secret is valid until previous_secret_until. An
-- unknown client, a wrong method and a wrong secret get the same error, so that the error does not reveal
-- whether the client exists. Returns an error or null.
create function auth_lib.authenticate_client(c auth.oauth_clients, proof jsonb) returns jsonb
language plpgsql volatile
as $$
begin
  if c.id is not null and proof ->> 'method' = c.token_endpoint_auth_method
    and (case c.token_endpoint_auth_method
    when 'none' then true
    when 'private_key_jwt' then auth_lib.consume_assertion(proof)
    else coalesce((proof ->> 'generation')::integer = c.secret_generation, false)
      or coalesce((proof ->> 'generation')::integer = c.secret_generation - 1
        and c.previous_secret_until > auth_lib.clock(), false)
      or coalesce(proof -> 'imported_digests' ? encode(c.imported_secret, 'hex')
        and (c.secret_generation = 1 or (c.secret_generation = 2
          and c.previous_secret_until > auth_lib.clock())),
        false) end)
  then
    return null;
  end if;
  return auth_lib.refusal('oauth_client_unauthenticated');
end
$$;

-- Consumes the assertion of a client. Returns true if it was signed with the client's keys and not used
-- before.
create function auth_lib.consume_assertion(proof jsonb) returns boolean
language plpgsql volatile
as $$
begin
  if proof ->> 'assertion' is null then
    return false;
  end if;
  insert into auth.oauth_assertions (digest, expires_at)
  values (decode(proof ->> 'assertion', 'hex'), to_timestamp((proof ->> 'expires_at')::double precision))
  on conflict on constraint oauth_assertions_pkey do nothing;
  return found;
end
$$;

-- Checks that a client may use a grant type. Returns an error or null.
create function auth_lib.check_client_grant(c auth.oauth_clients, grant_type text) returns jsonb
language sql stable
as $$
  select case when not grant_type = any ((c).grant_types)
    then auth_lib.refusal('oauth_grant_unauthorized', grant_type) end
$$;

-- Records the time of a client's last use, at most once an hour. Does nothing while another request has
-- locked the client's row.
create function auth_lib.record_client_use(c auth.oauth_clients) returns void
language plpgsql volatile
as $$
declare
  v_now timestamptz := auth_lib.clock();
begin
  if c.last_used_at is null or c.last_used_at < v_now - interval '1 hour' then
    update auth.oauth_clients as o set last_used_at = v_now
    where o.id = (select x.id from auth.oauth_clients as x where x.id = c.id for no key update skip locked);
  end if;
end
$$;

-- Returns true if a client has registered a redirect URI. The comparison is exact, except for the port of
-- loopback addresses.
create function auth_lib.has_redirect_uri(c auth.oauth_clients, uri text) returns boolean
language sql immutable
as $$
  select uri = any ((c).redirect_uris) or (auth_lib.is_loopback(uri) and exists (
    select from unnest((c).redirect_uris) as r (uri)
    where auth_lib.without_loopback_port(r.uri) = auth_lib.without_loopback_port(has_redirect_uri.uri)))
$$;

-- Returns true if an error may redirect the browser to the client's redirect URI before the user has decided
-- anything. A client that registered itself may be hostile, so the error must not send a browser to its web
-- site (RFC 9700, section 4.11.2) or to a program behind a scheme without a dot.
create function auth_lib.may_redirect_before_consent(c auth.oauth_clients, uri text) returns boolean
language sql immutable
as $$ select (c).registration_type = 'manual' or (uri not like 'https:%' and not auth_lib.has_undotted_scheme(uri)) $$;

-- Ends a client's access: deletes its authorizations, and revokes its consents and sessions. If `user_id` is
-- not null, only those of this user. The caller has locked the users.
create function auth_lib.end_client_access(client_id uuid, user_id uuid) returns void
language plpgsql volatile
as $$
declare
  v_id uuid;
begin
  delete from auth.oauth_authorizations as a
  where a.client_id = end_client_access.client_id and (end_client_access.user_id is null
    or a.user_id = end_client_access.user_id);
  update auth.oauth_consents as o set revoked_at = auth_lib.clock()
  where o.client_id = end_client_access.client_id and o.revoked_at is null
    and (end_client_access.user_id is null or o.user_id = end_client_access.user_id);
  for v_id in
    update auth.sessions as s set revoked_at = auth_lib.clock(), revoked_reason = 'grant'
    where s.oauth_client_id = client_id and s.revoked_at is null
      and (end_client_access.user_id is null or s.user_id = end_client_access.user_id)
    returning s.id
  loop
    perform auth_lib.notify_session_end(v_id);
  end loop;
end
$$;

-- Checks the client id in a request path. Returns an error or null.
create function auth_lib.check_client_id(client_id text) returns jsonb
language sql stable
as $$
  select case when auth_lib.path_uuid(client_id) is null and client_id not like 'https://%'
    then auth_lib.refusal('oauth_client_id_format') end
$$;

-- Returns the client that an administrator or a user names, by the UUID of its row or by the URL of its
-- metadata document. Returns a row of nulls if there is none.
create function auth_lib.client_of_path(client_id text) returns auth.oauth_clients
language plpgsql stable
as $$
declare
  v_id     uuid := auth_lib.path_uuid(client_id);
  v_client auth.oauth_clients;
begin
  select c.* into v_client from auth.oauth_clients as c
  where c.deleted_at is null and (c.id = v_id or (v_id is null and c.document_url = client_id));
  return v_client;
end
$$;

-- Returns true if the maximum number of clients that registered themselves (openly or by a document) is
-- reached. Holds a lock until the end of the transaction, so that parallel registrations are counted.
create function auth_lib.client_limit_reached(settings jsonb) returns boolean
language plpgsql volatile
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('oauth_clients', 0));
  return (
    select count(*) from auth.oauth_clients as c where c.registration_type <> 'manual' and c.deleted_at is null)
    >= coalesce((settings ->> 'oauth_server_max_dynamic_clients')::integer, 10000);
end
$$;
