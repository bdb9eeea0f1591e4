-- Every minute, and at the end of an import: closes full blocks of users, recounts blocks that were counted a
-- day ago, and updates the groups of blocks. For each audience it reads up to `most` users, and those created
-- at the same instant as the last one. A block is closed a minute after the creation of its last user at the
-- earliest, because open transactions may add users. A user whom a longer transaction adds is counted by the
-- next recount. Returns the numbers of closed and recounted blocks.
create function auth_api.maintain_user_list_counts(most integer) returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_now     timestamptz := auth_lib.clock();
  v_aud     text := (select min(u.aud) from auth.users as u);
  v_until   timestamptz;
  v_closed  integer := 0;
  v_counted integer;
  v_more    integer;
begin
  -- Waits for transactions that change or delete counts, so that the statements below see their changes.
  -- Later transactions wait for this lock and then see the new counts.
  lock table auth.user_block_groups, auth.user_blocks in share row exclusive mode;
  while v_aud is not null loop   -- the index leads from one audience to the next
    v_until := coalesce((select max(b.until) from auth.user_blocks as b where b.aud = v_aud), '-infinity');
    insert into auth.user_blocks (aud, until, users, counted_at)
    select v_aud, max(n.created_at), count(*), v_now
    from (
      select r.created_at, r.place, max(r.place) over () as last
      from (
        -- Users created at the same instant are in the same block.
        select x.created_at, (rank() over (order by x.created_at) - 1) / 500 as place
        from (
          select u.created_at from auth.users as u
          where u.aud = v_aud and u.created_at > v_until and u.created_at < v_now - interval '1 minute'
          order by u.created_at fetch first (most) rows with ties) as x) as r) as n
    group by n.place, n.last
    having n.place < n.last or count(*) >= 500;   -- the last block may not be full yet
    get diagnostics v_more = row_count;
    v_closed := v_closed + v_more;
    v_aud := (select min(u.aud) from auth.users as u where u.aud > v_aud);
  end loop;

  update auth.user_blocks as b
  set counted_at = v_now, users = (
    select count(*) from auth.users as u
    where u.aud = b.aud and u.created_at <= b.until and u.created_at > coalesce(
      (select max(p.until) from auth.user_blocks as p where p.aud = b.aud and p.until < b.until),
      '-infinity'))
  where (b.aud, b.until) in (
    select o.aud, o.until from auth.user_blocks as o
    where o.counted_at < v_now - interval '1 day' order by o.counted_at limit 100);
  get diagnostics v_counted = row_count;
  perform auth_lib.maintain_user_list_groups();
  return jsonb_build_object('closed', v_closed, 'counted', v_counted);
end
$$;
comment on function auth_api.maintain_user_list_counts is
  'For the worker and imports: keeps the counts of users from which lists take their total and pages.';

-- Updates the groups from their blocks, and creates a group for each 40 blocks after the last group.
create function auth_lib.maintain_user_list_groups() returns void
language plpgsql volatile
as $$
begin
  update auth.user_block_groups as g set users = s.users
  from (
    select x.aud, x.until, lag(x.until, 1, '-infinity') over (partition by x.aud order by x.until) as since
    from auth.user_block_groups as x) as r
  cross join lateral (
    select sum(b.users) as users from auth.user_blocks as b
    where b.aud = r.aud and b.until > r.since and b.until <= r.until) as s
  where g.aud = r.aud and g.until = r.until and g.users <> s.users;

  insert into auth.user_block_groups (aud, until, users)
  select n.aud, max(n.until), sum(n.users)
  from (
    select b.aud, b.until, b.users, (row_number() over (partition by b.aud
      order by b.until) - 1) / 40 as place
    from auth.user_blocks as b
    left join (select g.aud, max(g.until) as until from auth.user_block_groups as g
      group by g.aud) as l on l.aud = b.aud
    where b.until > coalesce(l.until, '-infinity')) as n
  group by n.aud, n.place having count(*) = 40;
end
$$;
