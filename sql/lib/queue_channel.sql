-- The channel on which pg-boss listens: a digest of the name of its schema, which is taken from the catalog because
-- installations differ in it.
create function auth_lib.queue_channel() returns text
language plpgsql stable
as $$
begin
  return (
    select 'pgboss_' || left(encode(sha224(convert_to(n.nspname, 'UTF8')), 'hex'), 24)
    from pg_type as t
    join pg_namespace as n on n.oid = t.typnamespace
    where t.oid = pg_typeof(null::auth_queue.queue)::oid
  );
end
$$;
comment on function auth_lib.queue_channel() is 'The notification channel of this installation''s queues.';
