-- A message that will not be sent any more, visible to DBAs with the reason. Answers what take_message() says of it.
create function auth_lib.end_message(message_id uuid, reason text) returns jsonb
language plpgsql volatile
as $$
begin
  update auth.messages as m
  set state = 'expired', leased_until = null, finished_at = auth_lib.clock(), last_error = end_message.reason
  where m.id = end_message.message_id;
  return jsonb_build_object('nothing', 'expired');
end
$$;
comment on function auth_lib.end_message(uuid, text) is 'Marks a message as expired, with the reason.';
