-- Sign-ins, sign-ups and sign-outs of the last 30 days, by day in UTC; locks nothing (reads auth_api.audit_events).
select p.day::text as day,
  sum(p.sign_ins)::integer as sign_ins,
  count(*) filter (where p.sign_ins > 0)::integer as people,
  sum(p.sign_ups)::integer as sign_ups,
  sum(p.sign_outs)::integer as sign_outs
from (
  -- Group by user first, which uses a hash table. count(distinct) by day would sort every entry.
  select (e.created_at at time zone 'UTC')::date as day, e.actor_id,
    count(*) filter (where e.actions @> '{login}') as sign_ins,
    count(*) filter (where e.actions @> '{user_signedup}') as sign_ups,
    count(*) filter (where e.actions @> '{logout}') as sign_outs
  from auth_api.audit_events as e
  where e.created_at > now() - interval '30 days'
  group by 1, 2) as p
group by p.day
order by p.day desc;
