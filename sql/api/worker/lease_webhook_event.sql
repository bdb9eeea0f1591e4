-- Leases the event to deliver for a job. A job names one event, by its place, but leases the first pending
-- event of the same user and webhook, so that events are delivered in order. Returns the event with the
-- webhook's sealed secrets. Returns {"leased_until": …} while another worker delivers that event or it
-- waits for a retry. Returns {"nothing": reason} if no event is pending, or if the job's event waits behind
-- an earlier one: the worker that finishes the earlier event continues with it.
create function auth_api.lease_webhook_event(webhook_id uuid, user_id uuid, place bigint, settings jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_now     timestamptz := auth_lib.clock();
  v_lease   interval := auth_lib.message_lease(settings);
  v_waits   timestamptz;
  v_webhook auth.webhooks;
  v_event   auth.webhook_events;
begin
  -- Locks the event, so that a second worker sees the lease of the first.
  select e.* into v_event from auth.webhook_events as e
  where e.user_id = lease_webhook_event.user_id and e.webhook_id = lease_webhook_event.webhook_id
    and e.finished_at is null
  order by e.place limit 1 for no key update;
  if v_event.id is null then
    return jsonb_build_object('nothing', 'all delivered');
  elsif v_event.place < place and exists (
    select from auth.webhook_events as e
    where e.user_id = lease_webhook_event.user_id and e.webhook_id = lease_webhook_event.webhook_id
      and e.place = lease_webhook_event.place and e.finished_at is null) then
    return jsonb_build_object('nothing', 'behind an earlier event');
  end if;
  v_waits := auth_lib.trusted_instant(greatest(v_event.leased_until, v_event.not_before), v_event.waits_since);
  if v_waits > v_now then
    return jsonb_build_object('leased_until', auth_lib.wire_time(v_waits));
  end if;
  update auth.webhook_events as e
  set state = 'sending', leased_until = v_now + v_lease, waits_since = v_now, tries = e.tries + 1
  where e.id = v_event.id returning e.* into v_event;
  select w.* into v_webhook from auth.webhooks as w where w.id = v_event.webhook_id;
  return jsonb_build_object(
    'event', jsonb_build_object('id', v_event.id, 'kind', v_event.kind, 'data', v_event.data,
      'attempt', v_event.tries, 'created_at', auth_lib.wire_time(v_event.created_at)),
    'webhook', jsonb_build_object('id', v_webhook.id, 'url', v_webhook.url,
      'secrets', to_jsonb(v_webhook.secrets)));
end
$$;
comment on function auth_api.lease_webhook_event is
  'For the worker: leases the first pending event of a user and webhook, or returns that there is nothing to '
  'deliver or until when it waits.';
