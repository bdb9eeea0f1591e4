-- Leases the metadata of a provider for five minutes. The caller fetches them and calls
-- finish_saml_metadata(). Without an id, selects a provider whose metadata is due. With an id (after a
-- signature by an unknown key), selects that provider, even if its metadata is not due. Returns null if
-- there is nothing to fetch or if the metadata is leased.
create function auth_api.lease_saml_metadata(id uuid) returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_now      timestamptz := auth_lib.clock();
  v_provider auth.sso_providers;
begin
  select p.* into v_provider from auth.sso_providers as p
  where p.metadata_url is not null and (p.asked_at is null or p.asked_at <= v_now - interval '5 minutes')
    and case when lease_saml_metadata.id is null then p.next_fetch_at <= v_now and p.disabled is not true
      else p.id = lease_saml_metadata.id end
  order by p.next_fetch_at limit 1 for no key update skip locked;
  if v_provider.id is null then
    return null;
  end if;
  update auth.sso_providers as p set asked_at = v_now where p.id = v_provider.id;
  return jsonb_build_object('id', v_provider.id, 'metadata_url', v_provider.metadata_url,
    'entity_id', v_provider.entity_id);
end
$$;
comment on function auth_api.lease_saml_metadata is
  'For gateway and worker: metadata of a provider that may be fetched now.';
