
-- auth_worker
grant usage on schema auth_api to auth_worker;
grant execute on function auth_api.take_message(uuid, bigint, jsonb) to auth_worker;
grant execute on function auth_api.finish_message(uuid, integer, text, text) to auth_worker;
grant execute on function auth_api.expire_messages(integer) to auth_worker;
grant execute on function auth_api.purge_expired(integer, jsonb) to auth_worker;
grant execute on function auth_api.keep_partitions(jsonb) to auth_worker;
-- The queue is pg-boss's own, and the worker runs pg-boss: the one exception to "no table".
grant usage on schema auth_queue to auth_worker;
grant select, insert, update, delete on all tables in schema auth_queue to auth_worker;
grant execute on all functions in schema auth_queue to auth_worker;

-- every process, at its start
grant usage on schema auth_api to auth_gateway, auth_admin, auth_worker, auth_auditor;
grant execute on function auth_api.get_release() to auth_gateway, auth_admin, auth_worker, auth_auditor;
