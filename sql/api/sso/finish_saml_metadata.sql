-- Stores fetched metadata, or the failure to fetch them. `metadata` are parsed by the caller, and null
-- after a failure. Metadata with another entity id count as a failure and do not replace the stored ones.
-- Returns the current certificates, and whether anything was stored. Returns null if the provider was
-- deleted or its metadata URL has changed.
create function auth_api.finish_saml_metadata(id uuid, metadata_url text, metadata jsonb, client jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_now   timestamptz := auth_lib.clock();
  v_old   auth.sso_providers;
  v_new   auth.sso_providers;
  v_actor auth.users;
  v_fits  boolean;
begin
  select p.* into v_old from auth.sso_providers as p
  where p.id = finish_saml_metadata.id and p.metadata_url = finish_saml_metadata.metadata_url
  for no key update;
  if v_old.id is null then
    return null;
  end if;
  v_fits := coalesce(metadata ->> 'entity_id' = v_old.entity_id, false);
  v_new := v_old;
  if v_fits then
    v_new := auth_lib.with_metadata(v_old, metadata);
  else
    v_new.failed_at := coalesce(v_old.failed_at, v_now);
    v_new.next_fetch_at := v_now + interval '1 hour';
  end if;
  update auth.sso_providers as p
  set metadata_xml = v_new.metadata_xml, certificates = v_new.certificates, sso_url = v_new.sso_url,
      valid_until = v_new.valid_until, cache_for = v_new.cache_for, fetched_at = v_new.fetched_at,
      failed_at = v_new.failed_at, next_fetch_at = v_new.next_fetch_at
  where p.id = v_old.id;
  if v_fits and auth_lib.certificate_digests(v_old) <> auth_lib.certificate_digests(v_new) then
    v_actor.id := '00000000-0000-0000-0000-000000000000';
    v_actor.email := 'metadata';
    perform auth_lib.audit(v_actor, '{sso_metadata_refreshed}', jsonb_build_object(
      'provider', 'sso:' || v_old.id, 'old_certificates', auth_lib.certificate_digests(v_old),
      'new_certificates', auth_lib.certificate_digests(v_new)), coalesce(client, '{}'));
  end if;
  return jsonb_build_object('stored', v_fits, 'certificates',
    jsonb_path_query_array(v_new.certificates, '$[*].der'));
end
$$;
comment on function auth_api.finish_saml_metadata is
  'For gateway and worker: fetched metadata of a provider.';
