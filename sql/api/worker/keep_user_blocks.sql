-- Every minute: closes the blocks of users that have become full, and counts again those that were counted a day ago.
-- It looks at no more than most users of each audience. A block is closed a minute after its last user was made, when every
-- transaction that could add one has ended. Answers how many blocks were closed and counted again.
create function auth_api.keep_user_blocks(most integer) returns jsonb
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
  while v_aud is not null loop   -- the index leads from one audience to the next
    v_until := coalesce((select max(b.until) from auth.user_blocks as b where b.aud = v_aud), '-infinity');
    insert into auth.user_blocks (aud, until, users, counted_at)
    select v_aud, max(n.created_at), count(*), v_now
    from (
      select r.created_at, r.place, max(r.place) over () as last
      from (
        select x.created_at, (rank() over (order by x.created_at) - 1) / 2000 as place   -- users of one instant share a block
        from (
          select u.created_at from auth.users as u
          where u.aud = v_aud and u.created_at > v_until and u.created_at < v_now - interval '1 minute'
          order by u.created_at limit most) as x) as r) as n
    where n.place < n.last   -- the last block is not full, or not read to its end
    group by n.place
    on conflict on constraint user_blocks_pkey do nothing;
    get diagnostics v_more = row_count;
    v_closed := v_closed + v_more;
    v_aud := (select min(u.aud) from auth.users as u where u.aud > v_aud);
  end loop;

  update auth.user_blocks as b
  set counted_at = v_now, users = (
    select count(*) from auth.users as u
    where u.aud = b.aud and u.created_at <= b.until and u.created_at > coalesce(
      (select max(p.until) from auth.user_blocks as p where p.aud = b.aud and p.until < b.until), '-infinity'))
  where (b.aud, b.until) in (
    select o.aud, o.until from auth.user_blocks as o
    where o.counted_at < v_now - interval '1 day' order by o.counted_at limit 25);
  get diagnostics v_counted = row_count;
  return jsonb_build_object('closed', v_closed, 'counted', v_counted);
end
$$;
comment on function auth_api.keep_user_blocks is
  'For the worker: keeps the numbers of users by which lists find their total and their pages.';
