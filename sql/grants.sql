-- Who may call what: one line per function, one heading per caller. What is not here nobody may call: functions are born
-- without a grant (roles.sql). auth_lib has none at all.

-- PUBLIC: what policies call
grant usage on schema auth to public;
grant execute on function auth.uid() to public;
grant execute on function auth.role() to public;
grant execute on function auth.email() to public;
grant execute on function auth.jwt() to public;
grant execute on function auth.session_is_live() to public;

-- auth_gateway
grant usage on schema auth_api to auth_gateway;
grant execute on function auth_api.take_limits(jsonb) to auth_gateway;
grant execute on function auth_api.sign_up(text, text, text, jsonb, text, text, text, text, text, text, jsonb, jsonb) to auth_gateway;
grant execute on function auth_api.sign_in_with_password(text, text, text, text, jsonb, jsonb) to auth_gateway;
grant execute on function auth_api.refresh_session(uuid, uuid, bigint, jsonb, jsonb) to auth_gateway;
grant execute on function auth_api.exchange_code(text, text, jsonb, jsonb) to auth_gateway;
grant execute on function auth_api.sign_out(jsonb, text, jsonb, jsonb) to auth_gateway;
grant execute on function auth_api.get_user(jsonb, text, jsonb) to auth_gateway;
grant execute on function auth_api.verify_token(text, text, text, text, jsonb, text, text, boolean, jsonb, text, jsonb, jsonb) to auth_gateway;
grant execute on function auth_api.follow_link(text, jsonb, jsonb, jsonb) to auth_gateway;
grant execute on function auth_api.request_otp(text, text, boolean, jsonb, text, text, text, text, text, text, jsonb, jsonb) to auth_gateway;
grant execute on function auth_api.request_magic_link(text, jsonb, text, text, text, text, text, jsonb, jsonb) to auth_gateway;
grant execute on function auth_api.request_recovery(text, text, text, text, text, text, jsonb, jsonb) to auth_gateway;
grant execute on function auth_api.resend(text, text, text, text, text, text, text, text, jsonb, jsonb) to auth_gateway;
grant execute on function auth_api.update_user(jsonb, text, text, text, text, jsonb, jsonb, text, text, text, jsonb, text, text, jsonb, jsonb) to auth_gateway;
grant execute on function auth_api.reauthenticate(jsonb, text, text, jsonb, jsonb) to auth_gateway;

-- auth_admin
grant usage on schema auth_api to auth_admin;
grant execute on function auth_api.create_user(jsonb, text, text, text, text, text, text, text, text, boolean, boolean, jsonb, jsonb, text, text, jsonb, jsonb) to auth_admin;
grant execute on function auth_api.show_user(jsonb, text, jsonb) to auth_admin;
grant execute on function auth_api.look_up_user(jsonb, text, jsonb) to auth_admin;
grant execute on function auth_api.change_user(jsonb, text, text, text, text, text, boolean, boolean, jsonb, jsonb, text, jsonb, jsonb) to auth_admin;
grant execute on function auth_api.delete_user(jsonb, text, boolean, jsonb, jsonb) to auth_admin;
grant execute on function auth_api.list_users(jsonb, text, text, text, text, text, jsonb) to auth_admin;
grant execute on function auth_api.list_audit(jsonb, text, text, text, jsonb) to auth_admin;
grant execute on function auth_api.invite_user(jsonb, text, jsonb, text, text, text, jsonb, jsonb) to auth_admin;
grant execute on function auth_api.generate_link(jsonb, text, text, text, text, jsonb, text, jsonb, jsonb) to auth_admin;
grant execute on function auth_api.list_sessions(jsonb, text, jsonb) to auth_admin;
grant execute on function auth_api.end_sessions(jsonb, text, text, jsonb, jsonb) to auth_admin;

-- auth_auditor: views without secret columns
grant usage on schema auth_api to auth_auditor;
grant select on auth_api.audit_users, auth_api.audit_sessions, auth_api.audit_events, auth_api.audit_messages, auth_api.audit_failures to auth_auditor;

-- auth_worker
grant usage on schema auth_api to auth_worker;
grant execute on function auth_api.take_message(uuid, bigint, jsonb) to auth_worker;
grant execute on function auth_api.finish_message(uuid, integer, text, text, double precision) to auth_worker;
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
