-- Rows for auth.kept_rows: data of GoTrue for which Postern has no column or table.
create view auth_import.new_kept as
select k.user_id, 'users' as source, k.user_id::text as id, jsonb_strip_nulls(k.data) as data
from (
  select u.id as user_id, jsonb_build_object('is_super_admin', case when u.is_super_admin then true end,
    'email', case when e.place > 1 then u.email end, 'phone', case when p.place > 1 then u.phone end,
    'raw_app_meta_data', case when jsonb_typeof(u.raw_app_meta_data) not in ('object', 'null')
      then u.raw_app_meta_data end,
    'raw_user_meta_data', case when jsonb_typeof(u.raw_user_meta_data) not in ('object', 'null')
      then u.raw_user_meta_data end) as data
  from auth_import.old_users as u
  left join auth_import.stored_finding_addresses as e on e.user_id = u.id and e.kind = 'email'
  left join auth_import.stored_finding_addresses as p on p.user_id = u.id and p.kind = 'phone'
  where u.deleted_at is null) as k
where jsonb_strip_nulls(k.data) <> '{}'
union all
select u.id, o.source, o.id, o.data
from auth_import.old_rows as o left join auth_import.old_users as u on u.id = o.user_id
where (o.user_id is null or u.deleted_at is null)
  and (o.source <> 'custom_oauth_providers'
    or not exists (select from auth_import.new_providers as n where n.provider_id::text = o.id))
  and (o.source <> 'oauth_clients'
    or not exists (select from auth_import.new_oauth_clients as n where n.client_id::text = o.id))
  and (o.source <> 'oauth_consents'
    or not exists (select from auth_import.new_oauth_consents as n where n.consent_id = o.id));
