-- The refusal of an SMS channel (contract 5.6), or null. Absent is sms.
create function auth_lib.check_channel(channel text, settings jsonb) returns jsonb
language sql stable
as $$
  select case
    when coalesce(check_channel.channel, '') in ('', 'sms') then null
    when check_channel.channel = 'whatsapp' and check_channel.settings ->> 'sms_provider' in ('twilio', 'twilio_verify') then null
    else auth_lib.refusal('channel_unsupported')
  end
$$;
comment on function auth_lib.check_channel(text, jsonb) is 'Null for a channel that the gateway can send on, otherwise a refusal.';
