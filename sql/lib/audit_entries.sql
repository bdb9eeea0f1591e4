-- The audit log as clients see it: an entry for each action of a row, the newest first; those of one
-- transaction in the order in which it wrote them. The channel of a sign-up is no
-- trait of the login that came with it (contract 8.3.1).
create function auth_lib.audit_entries(scope text, needle text) returns setof auth.audit_log
language sql stable
as $$
  select (e.entry).* from (
    select row(l.created_at,
      case when a.place = 1 then l.id else md5(l.id::text || a.place::text)::uuid end,
      l.actor_id, l.actor_username, l.actor_name, l.actor_via_sso, array[a.action],
      case a.action when 'login' then l.traits - 'channel' else l.traits end, l.ip, l.user_agent, l.request_id
    )::auth.audit_log as entry, l.created_at, l.ctid as written, a.place
    from auth.audit_log as l
    cross join unnest(l.actions) with ordinality as a (action, place)
    where audit_entries.needle = '' or case audit_entries.scope
      when 'author' then strpos(auth_lib.fold_case(l.actor_username), audit_entries.needle) > 0
        or strpos(auth_lib.fold_case(coalesce(l.actor_name, '')), audit_entries.needle) > 0
      when 'action' then strpos(a.action, audit_entries.needle) > 0
      when 'type' then strpos(auth_lib.log_type(a.action), audit_entries.needle) > 0 end
  ) as e
  order by e.created_at desc, e.written desc, e.place desc
$$;
comment on function auth_lib.audit_entries(text, text) is 'Audit rows with one action each, newest first, by scope and part of a text as fold_case answers it.';
