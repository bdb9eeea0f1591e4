-- 0038: ownership of accounts. docs/account-ownership.md has the states, the transitions and what each of them voids.

-- Number of times that access to the account was cut. Only auth_lib.cut_access() and auth_lib.confirm_address() raise it.
alter table auth.users add column access_epoch bigint not null default 0;
-- True if an administrator set the first address of an account that had an owner: the owner stays.
alter table auth.users add column owned_without_address boolean not null default false;
-- "Administered" is a property of an address or a role, not of the account.
-- squawk-ignore ban-drop-column
alter table auth.users drop column administered_at;

-- Epoch of the user under which a link began or a code was issued, and the session that began the link.
alter table auth.flow_states add column access_epoch bigint;
alter table auth.flow_states add column linking_session_id uuid;
-- The provider's profile in a link with a challenge, until the code is exchanged.
alter table auth.flow_states add column profile jsonb;
-- Links and codes of earlier releases count until the first cut or their expiry, minutes later.
update auth.flow_states set access_epoch = 0 where linking_user_id is not null or auth_code_digest is not null;
-- Refuses a link or a code without an epoch, so that no story can forget it.
alter table auth.flow_states add constraint flow_states_access_epoch_check
  check (access_epoch is not null or (linking_user_id is null and auth_code_digest is null)) not valid;
-- The table holds minutes of rows.
-- squawk-ignore constraint-missing-not-valid
alter table auth.flow_states validate constraint flow_states_access_epoch_check;

-- External provider whose sign-in asked for the confirmation; null if somebody typed the address.
alter table auth.one_time_tokens add column provider text;

-- A password of another system waits for the first confirmation like one of a sign-up.
alter table auth.pending_passwords drop constraint pending_passwords_hash_check;
alter table auth.pending_passwords add constraint pending_passwords_hash_check
  check (hash ~ '^\$2[aby]\$(0[4-9]|1[0-4])\$[./A-Za-z0-9]{53}$'
    or (hash ~ '^\$(argon2id?|fbscrypt)\$v=[A-Za-z0-9+/=,]+\$[A-Za-z0-9+/=,$]+$' and length(hash) <= 1024)) not valid;
-- The table has a row for each account that nobody has confirmed.
-- squawk-ignore constraint-missing-not-valid
alter table auth.pending_passwords validate constraint pending_passwords_hash_check;

-- True if an administrator set the address: an account with an owner keeps it although nobody has confirmed it.
alter table auth.addresses add column given_by_administrator boolean not null default false;
update auth.addresses as a set given_by_administrator = true
from auth.users as u
where u.id = a.user_id and a.verified_at is null and (u.invited_at is not null or u.sign_up_role is null);

-- Unlinking could leave somebody else's unconfirmed address in an account with a password. Nobody can sign in with it, and it must
-- not count once the address is confirmed.
delete from auth.passwords as p using auth.users as u
where u.id = p.user_id and u.email_confirmed_at is null and u.phone_confirmed_at is null and not u.is_anonymous
  and num_nonnulls(u.email, u.phone) > 0 and u.role = u.sign_up_role
  and not exists (select from auth.addresses as a where a.user_id = u.id and a.given_by_administrator);

-- An account with an owner never shows any other unconfirmed address: it becomes a pending change, which its mailbox may confirm.
with released as (
  delete from auth.addresses as a using auth.users as u
  where u.id = a.user_id and a.verified_at is null and not a.given_by_administrator
    and (u.email_confirmed_at is not null or u.phone_confirmed_at is not null or u.is_anonymous)
  returning a.user_id, a.kind, a.value),
pending as (
  select r.user_id, max(r.value) filter (where r.kind = 'email') as email, max(r.value) filter (where r.kind = 'phone') as phone
  from released as r group by r.user_id)
update auth.users as u
set email = case when u.email = p.email then null else u.email end,
    new_email = coalesce(u.new_email, p.email),
    phone = case when u.phone = p.phone then null else u.phone end,
    new_phone = coalesce(u.new_phone, p.phone)
from pending as p where u.id = p.user_id;
