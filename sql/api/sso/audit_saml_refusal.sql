-- POST /sso/saml/acs, for a response that the gateway has refused. Records the violated rule in the audit log.
-- Nothing else of the response is stored, because nothing of it is verified.
create function auth_api.audit_saml_refusal(provider_id uuid, rule text, settings jsonb, client jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_provider auth.sso_providers := auth_lib.find_sso_provider(provider_id::text);
begin
  perform auth_lib.audit_sso_refusal(v_provider, null,
    jsonb_build_object('refused', jsonb_build_object('code', 'validation_failed')), rule, settings, client);
  return null;
end
$$;
comment on function auth_api.audit_saml_refusal is
  'POST /sso/saml/acs, after a refused response. Always null.';
