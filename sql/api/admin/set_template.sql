-- Sets the operator's mail template for a kind and language. A null or empty html removes it. A template can
-- change the links of mails, so each change is audited. The CLI rejects a template that it cannot parse.
create function auth_api.set_template(
  claims jsonb, kind text, locale text, subject text, html text, text text, settings jsonb, client jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_refused jsonb := auth_lib.check_admin(claims, settings);
  v_locale  text := lower(replace(coalesce(locale, ''), '_', '-') collate "C");
begin
  if v_refused is not null then
    return v_refused;
  elsif v_locale !~ '^([a-z]{2,8}(-[a-z0-9]{1,8}){0,3})?$' then
    return auth_lib.refusal('template_locale');
  elsif coalesce(octet_length(subject), 0) + octet_length(html) + coalesce(octet_length(text), 0) > 262144
    then
    return auth_lib.refusal('template_too_long');
  end if;
  begin
    if kind::auth.mail_kind is null then
      return auth_lib.refusal('template_kind');
    end if;
  exception when check_violation then
    return auth_lib.refusal('template_kind');
  end;
  if coalesce(html, '') = '' then
    delete from auth.templates as t where t.kind = set_template.kind and t.locale = v_locale;
    if not found then
      return auth_lib.refusal('template_not_found');
    end if;
  else
    insert into auth.templates (kind, locale, subject, html, text, updated_at)
    values (kind, v_locale, coalesce(subject, ''), html, coalesce(text, ''), auth_lib.clock())
    on conflict on constraint templates_pkey do update
    set subject = excluded.subject, html = excluded.html, text = excluded.text,
        updated_at = excluded.updated_at;
  end if;
  perform auth_lib.audit(auth_lib.admin_actor(claims),
    array[case when coalesce(html, '') = '' then 'template_removed' else 'template_set' end],
    jsonb_build_object('kind', kind, 'locale', v_locale), client);
  return jsonb_build_object('kind', kind, 'locale', v_locale);
end
$$;
comment on function auth_api.set_template is
  'Sets or removes the operator''s template of a mail. Errors: token_expired, sub_missing, sub_not_uuid, '
  'session_id_not_uuid, caller_not_found, session_not_found, banned_caller, client_token, not_admin, '
  'right_missing, admin_session_expired, admin_needs_aal2, template_locale, template_too_long, '
  'template_kind, template_not_found.';
