-- Links and codes that GoTrue has sent, and their PKCE flows. A GoTrue link is the SHA-224 of address and
-- code in hexadecimal, with the optional prefix pkce_. The import computes its SHA-256 and stores an id
-- derived from it with a key (import/gotrue/links.ts).

-- PKCE flows that mails started, if their challenge has a valid form and method. Includes expired flows;
-- new_flows (rows.sql) omits them.
create view auth_import.pkce_flows as
select f.id, f.user_id, f.authentication_method, f.code_challenge,
  lower(f.code_challenge_method collate "C") as code_challenge_method,
  f.auth_code_digest, auth_import.instant(f.auth_code_issued_at) as auth_code_issued_at,
  coalesce(auth_import.instant(f.created_at), m.at) as created_at
from auth_import.old_flow_states as f
join auth_import.old_users as u on u.id = f.user_id and u.deleted_at is null
cross join auth_import.moment as m
where f.authentication_method in ('email/signup', 'invite', 'recovery', 'magiclink', 'email_change')
  and f.code_challenge ~ '^[a-zA-Z._~0-9-]{43,128}$'
  and lower(f.code_challenge_method collate "C") in ('s256', 'plain');

-- GoTrue's links and codes as rows of Postern. reason is null if a row can be imported. expires_at is the
-- time of sending plus the lifetime in Postern's settings. flow_id is the user's newest PKCE flow of the
-- same kind, because GoTrue completes a PKCE link with it. carries_password is true only for the
-- confirmation that the sign-up sent, because another person may have requested later confirmations.
-- Materialized as a table, because many queries read it.
create table auth_import.sent_links as
select x.id, x.user_id, x.link_digest, x.kind, x.purpose, x.address, x.expires_at, x.valid_for, x.flow_id,
  x.created_at, x.carries_password,
  coalesce(x.reason, case when x.purpose = 'email_change'
    and bool_or(x.reason is not null) over (partition by x.user_id, x.purpose)
    then 'the other link of its change of address is not imported' end) as reason
from (
  select o.id, o.user_id, o.link_digest, k.kind, coalesce(k.purpose, k.kind) as purpose, k.address,
  s.sent_at + k.life as expires_at,
    k.life as valid_for, f.id as flow_id, s.sent_at as created_at,
    k.kind in ('confirmation', 'sms') and u.invited_at is null
      and coalesce(s.sent_at <= u.created_at + interval '1 minute', false) as carries_password,
    case
      when u.id is null then 'its user does not exist'
      when u.deleted_at is not null then 'its user is deleted'
      when s.sent_at is null or s.sent_at + k.life < m.at then 'it has expired'
      when k.kind is null or o.link_digest is null then 'its form is unknown here'
      when k.address is distinct from p.address or o.token_type like 'email_change%'
        and coalesce(u.email_change, '') = ''
        then 'it was sent to another address than the user has now'
      when o.is_pkce and f.id is null then 'the PKCE flow that it continues is gone'
      when row_number() over (partition by o.link_digest order by o.created_at desc nulls last, o.id) > 1
        or row_number() over (partition by o.user_id, k.kind order by o.created_at desc nulls last, o.id) > 1
          then 'there is a newer one of its kind'
    end as reason
  from auth_import.old_one_time_tokens as o
  cross join auth_import.moment as m
  left join auth_import.old_users as u on u.id = o.user_id
  left join auth_import.stored_finding_addresses as e on e.user_id = u.id and e.kind = 'email' and e.place = 1
  left join auth_import.stored_finding_addresses as c on c.user_id = u.id and c.kind = 'phone' and c.place = 1
  cross join lateral (
    select case o.token_type
        when 'confirmation_token' then case when o.relates_to like '%@%' then 'confirmation' else 'sms' end
        when 'recovery_token' then 'recovery'
        when 'email_change_token_new' then 'email_change_new'
        when 'email_change_token_current' then 'email_change_current'
        when 'phone_change_token' then 'phone_change'
        when 'reauthentication_token' then 'reauthentication' end as kind,
      case when o.token_type like 'email_change%' then 'email_change'
        when o.token_type = 'confirmation_token' and o.relates_to like '%@%'
          then case when u.invited_at is null then 'signup' else 'invite' end end as purpose,
      auth_import.normal_address(o.relates_to) as address,
      case when o.relates_to like '%@%' then m.mail_life else m.sms_life end as life) as k
  cross join lateral (
    select case k.kind
      when 'email_change_new' then auth_import.normal_address(u.email_change)
      when 'phone_change' then auth_import.normal_address(u.phone_change)
      when 'sms' then c.value
      when 'reauthentication' then coalesce(e.value, c.value)
      else e.value end as address) as p
  cross join lateral (
    select case when a.at is not null then least(a.at, m.at) end as sent_at
    from (select auth_import.instant(case k.kind
      when 'confirmation' then u.confirmation_sent_at
      when 'sms' then u.confirmation_sent_at
      when 'recovery' then u.recovery_sent_at
      when 'phone_change' then u.phone_change_sent_at
      when 'reauthentication' then u.reauthentication_sent_at
      else u.email_change_sent_at end) as at) as a) as s
  left join lateral (
    select w.id from auth_import.pkce_flows as w
    where o.is_pkce and w.user_id = o.user_id and w.auth_code_issued_at is null
      and w.authentication_method = any (case k.kind
      when 'confirmation' then '{email/signup,invite}'::text[]
      when 'recovery' then '{recovery,magiclink}'::text[]
      else '{email_change}'::text[] end)
    order by w.created_at desc, w.id limit 1) as f on true) as x;
create index sent_user_id_idx on auth_import.sent_links (user_id);
analyze auth_import.sent_links;
