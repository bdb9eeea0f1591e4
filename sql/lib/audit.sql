-- The audit log.

-- Writes the audit row of this call: one row with one or more actions, in the same transaction as the change it records.
-- A call without a client's address (from the command line) is recorded with the address of its database connection;
-- over a Unix socket there is none.
create function auth_lib.audit(actor auth.users, actions text[], traits jsonb, client jsonb) returns void
language plpgsql volatile
as $$
begin
  insert into auth.audit_log (created_at, id, actor_id, actor_username, actor_name, actions, traits, ip, user_agent, request_id)
  values (auth_lib.clock(), gen_random_uuid(), actor.id,
    coalesce(actor.phone, actor.email, ''), actor.raw_user_meta_data ->> 'full_name',
    actions, traits, coalesce((client ->> 'ip')::inet, inet_client_addr()),
    left(client ->> 'user_agent', 1000), left(client ->> 'request_id', 200));
end
$$;
