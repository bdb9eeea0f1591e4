-- For the CLI: returns the operator's mail templates. place is the rank of a template for the given
-- language. The smallest rank is used; null means that the template is not used.
create function auth_api.list_templates(claims jsonb, locale text, settings jsonb) returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_refused jsonb := auth_lib.check_admin(claims, settings, 'read');
  v_chain   text[] := auth_lib.locale_chain(locale, null, settings);
begin
  if v_refused is not null then
    return v_refused;
  end if;
  return jsonb_build_object('templates', coalesce((
    select jsonb_agg(jsonb_build_object('kind', t.kind, 'locale', t.locale, 'subject', t.subject,
      'html', t.html,
      'text', t.text, 'updated_at', auth_lib.wire_time(t.updated_at), 'place',
      array_position(v_chain, t.locale)) order by t.kind, t.locale)
    from auth.templates as t), '[]'));
end
$$;
comment on function auth_api.list_templates is
  'The operator''s mail templates. Errors: token_expired, sub_missing, sub_not_uuid, session_id_not_uuid, '
  'caller_not_found, session_not_found, banned_caller, client_token, not_admin, admin_session_expired, '
  'admin_needs_aal2.';
