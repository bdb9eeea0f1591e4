-- Functions for row-level-security policies, and the trigger functions on users and sessions. Migrate
-- replaces these functions and never drops them, because policies of applications and the triggers depend on
-- them. Except for session_is_live(), which reads tables and is a security definer function, functions for
-- policies are invoker functions without a SET clause, so that the planner can inline them. They read the
-- settings of PostgREST: request.jwt.claims, or request.jwt.claim.* of old releases. The invoker functions do
-- not use nullif(), because it would resolve its operator by the caller's search_path.

create or replace function auth.jwt() returns jsonb
language sql stable
as $$
  select coalesce(
    case when pg_catalog.current_setting('request.jwt.claim', true) operator(pg_catalog.<>) ''
      then pg_catalog.current_setting('request.jwt.claim', true) end,
    case when pg_catalog.current_setting('request.jwt.claims', true) operator(pg_catalog.<>) ''
      then pg_catalog.current_setting('request.jwt.claims', true) end
  )::pg_catalog.jsonb
$$;
comment on function auth.jwt is
  'The claims of the request''s access token as jsonb; null without a token. For policies.';

create or replace function auth.uid() returns uuid
language sql stable
as $$
  select coalesce(
    case when pg_catalog.current_setting('request.jwt.claim.sub', true) operator(pg_catalog.<>) ''
      then pg_catalog.current_setting('request.jwt.claim.sub', true) end,
    case when pg_catalog.current_setting('request.jwt.claims', true) operator(pg_catalog.<>) ''
      then pg_catalog.current_setting('request.jwt.claims',
        true)::pg_catalog.jsonb operator(pg_catalog.->>) 'sub' end
  )::pg_catalog.uuid
$$;
comment on function auth.uid is
  'The user id (claim sub) of the request''s access token; null without one. For policies.';

create or replace function auth.role() returns text
language sql stable
as $$
  select coalesce(
    case when pg_catalog.current_setting('request.jwt.claim.role', true) operator(pg_catalog.<>) ''
      then pg_catalog.current_setting('request.jwt.claim.role', true) end,
    case when pg_catalog.current_setting('request.jwt.claims', true) operator(pg_catalog.<>) ''
      then pg_catalog.current_setting('request.jwt.claims',
        true)::pg_catalog.jsonb operator(pg_catalog.->>) 'role' end
  )
$$;
comment on function auth.role is
  'The role claim of the request''s access token; null without one. For policies.';

create or replace function auth.email() returns text
language sql stable
as $$
  select coalesce(
    case when pg_catalog.current_setting('request.jwt.claim.email', true) operator(pg_catalog.<>) ''
      then pg_catalog.current_setting('request.jwt.claim.email', true) end,
    case when pg_catalog.current_setting('request.jwt.claims', true) operator(pg_catalog.<>) ''
      then pg_catalog.current_setting('request.jwt.claims',
        true)::pg_catalog.jsonb operator(pg_catalog.->>) 'email' end
  )
$$;
comment on function auth.email is
  'The email claim of the request''s access token; null without one. For policies.';

create or replace function auth.aal() returns text
language sql stable
as $$
  select coalesce(
    case when pg_catalog.current_setting('request.jwt.claim.aal', true) operator(pg_catalog.<>) ''
      then pg_catalog.current_setting('request.jwt.claim.aal', true) end,
    case when pg_catalog.current_setting('request.jwt.claims', true) operator(pg_catalog.<>) ''
      then pg_catalog.current_setting('request.jwt.claims',
        true)::pg_catalog.jsonb operator(pg_catalog.->>) 'aal' end
  )
$$;
comment on function auth.aal is
  'The assurance level of the session of the request''s access token: aal1 after one factor, aal2 after two; '
  'null without a token. For policies.';

create or replace function auth.client_id() returns text
language sql stable
as $$
  select coalesce(
    case when pg_catalog.current_setting('request.jwt.claim.client_id', true) operator(pg_catalog.<>) ''
      then pg_catalog.current_setting('request.jwt.claim.client_id', true) end,
    case when pg_catalog.current_setting('request.jwt.claims', true) operator(pg_catalog.<>) ''
      then pg_catalog.current_setting('request.jwt.claims',
        true)::pg_catalog.jsonb operator(pg_catalog.->>) 'client_id' end
  )
$$;
comment on function auth.client_id is
  'The OAuth client that holds the request''s access token; null for a first-party token. For policies.';

-- Use (select auth.session_is_live()) in a policy, so that it runs once per statement and not once per row.
-- Reads now() instead of auth_lib.clock(), because no policy may depend on a function that migrate drops
-- and recreates. Both functions return the start time of the transaction.
create or replace function auth.session_is_live() returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select exists (
    select from auth.sessions as s
    join auth.users as u on u.id = s.user_id
    where s.user_id = auth.uid()
      and s.id = nullif(auth.jwt() ->> 'session_id', '')::uuid
      and s.revoked_at is null
      and (s.not_after is null or s.not_after >= now())
      and u.deleted_at is null
      and (u.banned_until is null or u.banned_until <= now())
      and u.deprovisioned_at is null
  )
$$;
comment on function auth.session_is_live is
  'True if the session is live and its user neither banned nor deleted. Use (select auth.session_is_live()).';

-- The only trigger of Postern on users (docs/adr/0034-what-a-trigger-leaves-behind.md). Statement triggers
-- run after row triggers, so this trigger removes session state that triggers of applications have left. The
-- function does nothing in a DBA's own session. A trigger of an application may have changed search_path, so
-- all names are schema-qualified. Every trigger except those of constraints depends on its table. The function
-- reads these dependencies, because pg_trigger also has some thirty triggers of foreign keys. If there is a
-- second row, the table has another trigger. The numbers are the OIDs of pg_class and pg_trigger, which are the
-- same in every database.
create or replace function auth.reset_session_state() returns trigger
language plpgsql
as $$
begin
  if current_user operator(pg_catalog.=) name 'auth_owner'
    and pg_catalog.current_setting('role') operator(pg_catalog.<>) name 'auth_owner'
  then
    perform from pg_catalog.pg_depend as d
    where d.refclassid operator(pg_catalog.=) oid '1259' and d.refobjid operator(pg_catalog.=) tg_relid
      and d.refobjsubid operator(pg_catalog.=) 0 and d.classid operator(pg_catalog.=) oid '2620'
    offset 1;
    if found then
      perform auth_lib.reset_session_state();
    end if;
  end if;
  return null;
end
$$;
comment on function auth.reset_session_state is
  'Removes what application triggers on users have left in the session of a request. For the trigger '
  'zz_reset_session_state.';

-- Queues the logout token of a client whose session ended, in the transaction that ends it
-- (docs/adr/0055-back-channel-logout.md). A session that the client ended itself needs no token. A security
-- definer function, because the role that deletes a user may not write to oauth_logouts. Does not lock the
-- client, because clients are locked before sessions. Clients that an administrator registered come first,
-- because anybody can register many clients whose servers do not respond.
create or replace function auth.queue_client_logout() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_id       uuid;
  v_priority integer;
begin
  if tg_op = 'UPDATE' and (new.revoked_at is null or new.revoked_reason = 'client') then
    return null;
  end if;
  insert into auth.oauth_logouts (id, client_id, user_id, session_id, created_at)
  select gen_random_uuid(), c.id, old.user_id, old.id, auth_lib.clock() from auth.oauth_clients as c
  where c.id = old.oauth_client_id and c.backchannel_logout_uri is not null
  on conflict on constraint oauth_logouts_session_id_key do nothing
  returning id into v_id;
  if v_id is not null then
    select (c.registration_type = 'manual')::integer into v_priority from auth.oauth_clients as c
    where c.id = old.oauth_client_id;
    perform auth_lib.enqueue('logouts',
      jsonb_build_object('logout_id', v_id, 'client_id', old.oauth_client_id), v_priority);
  end if;
  return null;
end
$$;
comment on function auth.queue_client_logout is
  'Queues the logout token of a client whose session ended. For the trigger queue_client_logout.';
