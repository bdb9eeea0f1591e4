-- Puts a job on a queue of pg-boss in the transaction of the request, as its own insert would: the queue's policy is
-- copied into the row. The worker listens, so the commit wakes it; a queue that does not notify is polled.
-- Writes: insert auth_queue.job. Data must hold ids only: every backup and every queue viewer shows it.
create function auth_lib.enqueue(queue text, data jsonb) returns uuid
language plpgsql volatile
as $$
declare
  v_queue auth_queue.queue;
  v_now   timestamptz := auth_queue.job_now();
  v_id    uuid := gen_random_uuid();
begin
  select q.* into v_queue from auth_queue.queue as q where q.name = enqueue.queue;
  if not found then
    raise exception 'there is no queue named %', enqueue.queue;
  end if;
  insert into auth_queue.job
    (id, name, data, start_after, created_on, keep_until, policy, retry_limit, retry_delay, retry_backoff,
     retry_delay_max, expire_seconds, deletion_seconds, dead_letter, heartbeat_seconds)
  values (v_id, v_queue.name, enqueue.data, v_now, v_now, v_now + make_interval(secs => v_queue.retention_seconds),
    v_queue.policy, v_queue.retry_limit, v_queue.retry_delay, v_queue.retry_backoff, v_queue.retry_delay_max,
    v_queue.expire_seconds, v_queue.deletion_seconds, v_queue.dead_letter, v_queue.heartbeat_seconds);
  if v_queue.notify then
    perform pg_notify(auth_lib.queue_channel(), v_queue.name);
  end if;
  return v_id;
end
$$;
comment on function auth_lib.enqueue(text, jsonb) is 'Queues a job with the policy of its queue, in the transaction of the caller, and wakes the worker.';
