-- An audit entry in wire shape (contract 4.7, 18.1). The wire tells the address of three actions only; the table and the
-- auditor's view have it of all.
create function auth_lib.audit_json(entry auth.audit_log) returns jsonb
language sql stable
as $$
  select jsonb_build_object(
    'id', (audit_json.entry).id,
    'created_at', auth_lib.wire_time((audit_json.entry).created_at),
    'ip_address', case when (audit_json.entry).actions[1] in ('identity_linked', 'identity_unlinked', 'factor_deleted')
      then coalesce(host((audit_json.entry).ip), '') else '' end,
    'payload', jsonb_build_object(
      'actor_id', (audit_json.entry).actor_id, 'actor_via_sso', (audit_json.entry).actor_via_sso,
      'actor_username', (audit_json.entry).actor_username, 'action', (audit_json.entry).actions[1],
      'log_type', auth_lib.log_type((audit_json.entry).actions[1]))
      || jsonb_strip_nulls(jsonb_build_object('actor_name', (audit_json.entry).actor_name))
      || case when (audit_json.entry).traits is null then '{}' else jsonb_build_object('traits', (audit_json.entry).traits) end)
$$;
comment on function auth_lib.audit_json(auth.audit_log) is 'An audit entry in wire shape.';
