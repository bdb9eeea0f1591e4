-- Rows to import, in the form of their target tables. user_id is the owner of a row, because an import copies
-- all rows of a range of users in one transaction.

-- Pending links and codes. The importer creates their ids.
create view auth_import.new_links as
select s.user_id, s.id, s.link_digest, s.kind, s.purpose, s.address, 0::bigint as generation,
  6::smallint as digits, s.valid_for, s.expires_at, s.flow_id,
  s.carries_password, coalesce(nullif(u.aud, ''), 'authenticated') as aud, s.created_at
from auth_import.sent_links as s join auth_import.old_users as u on u.id = s.user_id
where s.reason is null;

-- Flows of these links, and flows whose authorization code GoTrue issued less than five minutes ago (its
-- lifetime).
create view auth_import.new_flows as
select f.user_id, f.id, 'email' as provider, f.authentication_method, f.code_challenge,
  f.code_challenge_method,
  case when f.auth_code_issued_at is not null then f.auth_code_digest end as auth_code_digest,
  f.auth_code_issued_at, 0::bigint as access_epoch, f.created_at
from auth_import.pkce_flows as f cross join auth_import.moment as m
where f.id in (select n.flow_id from auth_import.new_links as n where n.flow_id is not null)
  or f.auth_code_issued_at > m.at - interval '5 minutes' and f.auth_code_digest is not null;

-- Unconfirmed addresses of accounts with an owner.
create view auth_import.unconfirmed_addresses as
select u.id as user_id,
  case when u.email_confirmed_at is null and not u.is_sso_user
    then nullif(auth_import.normal_address(u.email), '') end as email,
  case when u.phone_confirmed_at is null then nullif(auth_import.normal_address(u.phone), '') end as phone
from auth_import.old_users as u
where u.deleted_at is null and (u.is_anonymous
  or num_nonnulls(u.email_confirmed_at, u.phone_confirmed_at) = 1);

-- All users. A pending change of address is imported only together with its links and codes. An unconfirmed
-- address of an account with an owner becomes a pending change. A user whose address another user gets is
-- imported without the address (findings.sql lists such users). For a user with the role authenticated,
-- sign_up_role is authenticated too, because GoTrue's sign-ups assign this role. Any other role came from an
-- administrator.
create view auth_import.new_users as
select u.id as user_id, u.id, coalesce(nullif(u.aud, ''), 'authenticated') as aud, r.role,
  case when u.deleted_at is null and not u.is_sso_user then e.value
    else nullif(lower(u.email collate "C"), '') end as email,
  case when u.deleted_at is null then p.value else nullif(u.phone, '') end as phone,
  auth_import.instant(u.email_confirmed_at) as email_confirmed_at,
  auth_import.instant(u.phone_confirmed_at) as phone_confirmed_at,
  auth_import.instant(u.invited_at) as invited_at,
  auth_import.instant(u.confirmation_sent_at) as confirmation_sent_at,
  auth_import.instant(u.recovery_sent_at) as recovery_sent_at,
  auth_import.instant(u.reauthentication_sent_at) as reauthentication_sent_at,
  coalesce(case when w.email then auth_import.normal_address(u.email_change) end, o.email) as new_email,
  case when w.email and w.links = 1 and u.email_change_confirm_status = 1 then 1
    else 0 end as email_change_status,
  case when w.email then auth_import.instant(u.email_change_sent_at) end as email_change_sent_at,
  coalesce(case when w.phone then auth_import.normal_address(u.phone_change) end, o.phone) as new_phone,
  case when w.phone then auth_import.instant(u.phone_change_sent_at) end as phone_change_sent_at,
  auth_import.instant(u.last_sign_in_at) as last_sign_in_at,
  case when jsonb_typeof(u.raw_app_meta_data) = 'object' then u.raw_app_meta_data
    else '{}' end as raw_app_meta_data,
  case when jsonb_typeof(u.raw_user_meta_data) = 'object' then u.raw_user_meta_data
    else '{}' end as raw_user_meta_data,
  -- greatest() ignores nulls, but a null means no ban.
  case when u.banned_until is not null
    then least(greatest(u.banned_until, '0001-01-02 00:00:00+00'),
      '9999-12-31 00:00:00+00') end as banned_until,
  auth_import.instant(u.deleted_at) as deleted_at, u.is_anonymous,
  u.is_sso_user,
  case when u.deleted_at is null and exists (
    select from auth_import.new_factors as f where f.user_id = u.id) then 'verified' end as factor_status,
  case when r.role = 'authenticated' then r.role end as sign_up_role,
  coalesce(auth_import.instant(u.created_at), auth_import.instant(u.updated_at), m.at) as created_at,
  coalesce(auth_import.instant(u.updated_at), auth_import.instant(u.created_at), m.at) as updated_at
from auth_import.old_users as u
cross join auth_import.moment as m
cross join lateral (select coalesce(nullif(u.role, ''), 'authenticated')) as r (role)
left join auth_import.unconfirmed_addresses as o on o.user_id = u.id
left join auth_import.stored_finding_addresses as e on e.user_id = u.id and e.kind = 'email' and e.place = 1
left join auth_import.stored_finding_addresses as p on p.user_id = u.id and p.kind = 'phone' and p.place = 1
left join (
  select n.user_id, bool_or(n.purpose = 'email_change') as email,
  bool_or(n.purpose = 'phone_change') as phone,
    count(*) filter (where n.purpose = 'email_change') as links   -- with both links, neither was used
  from auth_import.new_links as n where n.purpose in ('email_change', 'phone_change')
  group by n.user_id) as w on w.user_id = u.id;

create view auth_import.new_addresses as
select c.user_id, c.kind, c.value, true as is_primary, c.verified_at,
  c.verified_at is null and u.invited_at is not null as given_by_administrator,
  coalesce(c.created_at, m.at) as created_at
from auth_import.stored_finding_addresses as c join auth_import.old_users as u on u.id = c.user_id
cross join auth_import.moment as m
where c.place = 1;

-- Password hashes. Only those are imported that Postern or the gateway can compute (is_usable_hash and
-- is_bcrypt in sql/lib/password.sql). The hash of an account without a confirmed address is pending until the
-- first confirmation, as after a sign-up, and must be bcrypt.
create view auth_import.password_hashes as
select u.id as user_id, u.encrypted_password as hash,
  u.email_confirmed_at is null and u.phone_confirmed_at is null and not u.is_anonymous as is_pending,
  coalesce(auth_import.instant(u.updated_at), auth_import.instant(u.created_at), m.at) as at
from auth_import.old_users as u cross join auth_import.moment as m
where u.deleted_at is null and u.encrypted_password <> '';

create view auth_import.new_passwords as
select h.user_id, h.hash, h.at as updated_at from auth_import.password_hashes as h
where not h.is_pending and auth_import.is_usable_hash(h.hash);

create view auth_import.new_pending_passwords as
select h.user_id, h.hash, h.at as created_at from auth_import.password_hashes as h
where h.is_pending and auth_import.is_bcrypt(h.hash);

-- Identities. The subject of an e-mail or phone identity is the user's id. A user with an e-mail address and
-- a password or invitation, but without an e-mail identity, was created by SQL or by an old release. The
-- import adds the identity, as GoTrue's migrations do.
create view auth_import.new_identities as
select i.user_id, lower(i.provider collate "C") as provider,
  coalesce(i.id, md5('identity ' || i.provider || i.provider_id)::uuid) as id,
  case when lower(i.provider collate "C") in ('email', 'phone') then i.user_id::text
    else i.provider_id end as subject,
  case when jsonb_typeof(i.identity_data) = 'object' then i.identity_data else '{}' end
    || case when lower(i.provider collate "C") = 'email' and i.identity_data ->> 'email' is null
      and c.value is not null
      then jsonb_build_object('email', c.value) else '{}' end as identity_data,
  auth_import.instant(i.last_sign_in_at) as last_sign_in_at,
  coalesce(auth_import.instant(i.created_at), auth_import.instant(u.created_at), m.at) as created_at,
  coalesce(auth_import.instant(i.updated_at), auth_import.instant(i.created_at), m.at) as updated_at
from auth_import.old_identities as i
join auth_import.old_users as u on u.id = i.user_id and u.deleted_at is null
cross join auth_import.moment as m
left join auth_import.stored_finding_addresses as c on c.user_id = i.user_id and c.kind = 'email' and c.place = 1
where i.provider_id <> '' and i.provider <> ''
  and not exists (select from auth_import.stored_duplicate_identities as r where r.id = i.id)
union all
select u.id, 'email', md5('identity ' || u.id)::uuid, u.id::text,
  jsonb_build_object('sub', u.id, 'email', c.value, 'email_verified', c.verified_at is not null,
    'phone_verified', false),
  auth_import.instant(u.last_sign_in_at), coalesce(auth_import.instant(u.created_at), m.at),
  coalesce(auth_import.instant(u.updated_at), m.at)
from auth_import.old_users as u
cross join auth_import.moment as m
join auth_import.stored_finding_addresses as c on c.user_id = u.id and c.kind = 'email' and c.place = 1
where (u.encrypted_password <> '' or u.invited_at is not null)
  and not exists (select from auth_import.old_identities as i
    where i.user_id = u.id and lower(i.provider collate "C") = 'email');
