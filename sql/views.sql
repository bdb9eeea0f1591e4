-- Views for the auditor. They contain no hashes, keys or codes, and no ids of one-time tokens. Refresh tokens
-- and secrets of clients are derived from ids in the views, but only with a key that is not in the database.
-- The views belong to the owner role, so the auditor needs no rights on tables. Migrate drops and creates
-- them together with the functions.
create view auth_api.audit_users with (security_barrier) as
select u.id, u.aud, u.role, u.email, u.phone, u.email_confirmed_at, u.phone_confirmed_at, u.invited_at,
  u.last_sign_in_at, u.banned_until, u.deprovisioned_at, u.deleted_at, u.is_anonymous, u.is_sso_user,
  u.created_at, u.updated_at,
  exists (select from auth.passwords as p where p.user_id = u.id) as has_password,
  array(select i.provider from auth.identities as i where i.user_id = u.id
    order by i.created_at, i.provider, i.id) as providers
from auth.users as u;
comment on view auth_api.audit_users is 'Users without metadata and secrets, for the auditor.';

create view auth_api.audit_sessions with (security_barrier) as
select s.user_id, s.id, s.created_at, s.refreshed_at, s.rotated_at, s.revoked_at, s.revoked_reason,
  s.not_after, s.aal, s.amr, s.user_agent, s.ip, s.tag, s.oauth_client_id, s.scopes, s.resources
from auth.sessions as s;
comment on view auth_api.audit_sessions is 'Sessions, for the auditor. Without keys the ids are of no use.';

create view auth_api.audit_oauth_clients with (security_barrier) as
select c.id, c.registration_type, c.client_type, c.token_endpoint_auth_method, c.redirect_uris, c.grant_types,
  c.client_name, c.client_uri, c.scopes, c.resources, c.require_pkce, c.skips_consent, c.last_used_at, c.created_at,
  c.updated_at, c.deleted_at
from auth.oauth_clients as c;
comment on view auth_api.audit_oauth_clients is 'OAuth clients, for the auditor.';

create view auth_api.audit_oauth_consents with (security_barrier) as
select o.user_id, o.client_id, o.scopes, o.resources, o.granted_at, o.revoked_at
from auth.oauth_consents as o;
comment on view auth_api.audit_oauth_consents is 'Grants of users to OAuth clients, for the auditor.';

create view auth_api.audit_events with (security_barrier) as
select e.created_at, e.id, e.actor_id, e.actor_username, e.actions, e.traits, e.ip, e.user_agent, e.request_id
from auth.audit_log as e;
comment on view auth_api.audit_events is 'The audit log, for the auditor.';

create view auth_api.audit_messages with (security_barrier) as
select m.id, m.user_id, m.kind, m.channel, m.to_address, m.state, m.leased_until, m.tries, m.last_error,
  m.expires_at, m.finished_at, m.created_at
from auth.messages as m;
comment on view auth_api.audit_messages is 'Mails and SMS and their state, for the auditor.';

create view auth_api.audit_webhook_events with (security_barrier) as
select e.id, e.webhook_id, e.user_id, e.kind, e.state, e.leased_until, e.not_before, e.tries, e.last_error,
  e.created_at, e.finished_at
from auth.webhook_events as e;
comment on view auth_api.audit_webhook_events is
  'Webhook events and their delivery state, without their data, for the auditor.';

-- Omits the data of jobs, which contains ids of users and messages.
create view auth_api.audit_jobs with (security_barrier) as
select j.name as queue, j.id, j.state::text as state, j.start_after, j.retry_count as retries,
  j.created_on as created_at
from auth_queue.job as j
where j.name not like '\_\_%';   -- internal queues of pg-boss
comment on view auth_api.audit_jobs is
  'Jobs of the worker by queue (mail, sms, hooks, webhooks, logouts), for the auditor.';

create view auth_api.audit_tallies with (security_barrier) as
select t.day, nullif(t.hour, -1) as hour, t.kind, t.name, t.outcome, t.count
from auth.tallies as t;
comment on view auth_api.audit_tallies is
  'Sign-ins, errors and response times per hour, after 14 days per day (hour is null), for the auditor.';

create view auth_api.audit_refusals with (security_barrier) as
select r.at, r.id, r.request_id, r.route, r.function, r.name, r.code as error, r.status, r.user_id, r.ip,
  r.user_agent
from auth.refusals as r;
comment on view auth_api.audit_refusals is 'Refused requests of the last days, for the auditor.';

-- auth.attempts contains only digests. The rows of an account are found by the digests that attempt_digest()
-- computes for its user id. The view calls the built-in sha256() instead, because functions in a view run
-- with the reader's rights.
create view auth_api.audit_failures with (security_barrier) as
-- Counts of wrong passwords and codes per account, over all its addresses. A count that is too old for its
-- limit remains until the next wrong attempt or the deletion of its row.
select a.kind, a.value, a.user_id, p.purpose,
  case p.purpose when 'password' then t.failures else cardinality(t.missed) end as failures,
  case p.purpose when 'password' then t.failing_since
    else (select min(x.at) from unnest(t.missed) as x (at)) end as failing_since
from auth.addresses as a
cross join lateral (values ('password', 'password:' || a.user_id), ('code', 'account:' || a.user_id),
  ('second factor', 'factors:' || a.user_id)) as p (purpose, held)
join auth.attempts as t on t.digest = sha256(convert_to(p.held, 'UTF8'))
where t.failures > 0 or cardinality(t.missed) > 0;
comment on view auth_api.audit_failures is 'Recent wrong passwords and codes per account, for the auditor.';
