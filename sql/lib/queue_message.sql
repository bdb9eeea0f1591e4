-- Promises a message: its row and its job, which holds ids only, in the transaction of the request.
-- Calls: enqueue. Writes: insert auth.messages, insert auth_queue.job.
create function auth_lib.queue_message(
  token auth.one_time_tokens, kind text, channel text, to_address text, base_url text, redirect_to text)
returns uuid
language plpgsql volatile
as $$
declare
  v_id uuid := gen_random_uuid();
begin
  insert into auth.messages (id, user_id, kind, channel, to_address, token_id, generation, base_url, redirect_to, expires_at, created_at)
  values (v_id, (queue_message.token).user_id, queue_message.kind, queue_message.channel, queue_message.to_address,
    (queue_message.token).id, (queue_message.token).generation, coalesce(queue_message.base_url, ''),
    coalesce(queue_message.redirect_to, ''), auth_lib.clock() + interval '24 hours', auth_lib.clock());
  perform auth_lib.enqueue(
    case queue_message.channel when 'mail' then 'mail' else 'sms' end,
    jsonb_build_object('message_id', v_id, 'generation', (queue_message.token).generation));
  return v_id;
end
$$;
comment on function auth_lib.queue_message(auth.one_time_tokens, text, text, text, text, text) is
  'Queues a mail or SMS for a one-time token and answers the message''s id.';
