-- POST /resend. Resends the confirmation of an address or of a change of address. Unknown addresses,
-- confirmed addresses and addresses without a pending change get the same response, with a random message id.
-- While no SMS can be sent, all phone numbers get this response too, because an error would reveal which
-- numbers have an account. The start log and doctor report that no SMS can be sent.
create function auth_api.resend(
  type text, email text, phone text, audience text, link jsonb, settings jsonb, client jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp
as $$
declare
  v_answer jsonb := auth_lib.check_resend_request(type, email, phone, link, settings);
  v_kind   text := case when coalesce(phone, '') = '' then 'email' else 'phone' end;
  v_value  text := case v_kind when 'email' then auth_lib.normal_email(email)
    else auth_lib.normal_phone(phone) end;
  v_aud    text := auth_lib.request_aud(null, audience, settings);
  v_user   auth.users;
  v_source text;
begin
  if v_answer is not null then
    return v_answer;
  end if;
  v_user := auth_lib.with_request_audience(auth_lib.lock_user_by_address(v_kind, v_value), v_aud);
  if v_user.aud <> v_aud
    or v_value is distinct from (case v_kind when 'email' then v_user.email else v_user.phone end) then
    v_user := null;
  end if;
  select t.provider into v_source from auth.one_time_tokens as t
  where t.user_id = v_user.id and t.kind = 'confirmation';
  case type
    when 'signup' then
      v_answer := case when v_user.id is null or v_user.email_confirmed_at is not null
        then auth_lib.count_message('signup', v_value, 'nothing', settings)
        else auth_lib.request_confirmation(v_user, 'email', 'signup',
          auth_lib.carries_password(v_user.id, 'email'), null, link, settings, client) end;
      -- The new token keeps the provider that the previous message named.
      update auth.one_time_tokens as t set provider = v_source
      where t.user_id = v_user.id and t.kind = 'confirmation' and v_source is not null;
    when 'sms' then
      if auth_lib.sends_no_sms(settings) then
        v_answer := null;   -- no message is sent, so none is counted
      elsif v_user.id is null or v_user.phone_confirmed_at is not null
        or not auth_lib.can_receive_codes(v_value, settings) then
        v_answer := auth_lib.count_message('sms', v_value, 'nothing', settings);
      else
        v_answer := auth_lib.request_sms(v_user, 'sms', v_value,
          auth_lib.carries_password(v_user.id, 'phone'), null, settings);
        if not v_answer ? 'refused' then
          perform auth_lib.audit(v_user, '{user_recovery_requested}', null, client);
        end if;
      end if;
    else
      v_answer := auth_lib.resend_change(v_user, case type when 'email_change' then 'email' else 'phone' end,
        v_value, link, settings);
  end case;
  return coalesce(v_answer, jsonb_build_object('message_id', coalesce((
    select m.id from auth.messages as m where m.user_id = v_user.id and m.created_at = auth_lib.clock()
    limit 1), gen_random_uuid())));
end
$$;
comment on function auth_api.resend is
  'POST /resend. Errors: email_too_long, email_invalid, phone_invalid, pkce_pair_required, pkce_length, '
  'pkce_characters, pkce_method, mail_spacing, sms_spacing, sms_quota, mail_quota, email_recovery_disabled, '
  'resend_type, resend_needs_email, resend_needs_phone, resend_needs_address, one_address_on_resend, '
  'phone_resend_disabled, sso_required.';

-- Checks a POST /resend request. Returns the first error or null.
create function auth_lib.check_resend_request(
  type text, email text, phone text, link jsonb, settings jsonb)
returns jsonb
language plpgsql stable
as $$
declare
  v_email   text := coalesce(email, '');
  v_phone   text := coalesce(phone, '');
  v_type    text := coalesce(type, '');
  v_refused jsonb := case when v_type in ('signup', 'email_change')
    then auth_lib.check_pkce(link) end;
begin
  if v_refused is not null then
    return v_refused;
  elsif v_type not in ('signup', 'email_change', 'sms', 'phone_change') then
    return auth_lib.refusal('resend_type');
  elsif v_type = 'signup' and v_email = '' then
    return auth_lib.refusal('resend_needs_email');
  elsif v_type = 'sms' and v_phone = '' then
    return auth_lib.refusal('resend_needs_phone');
  elsif v_email <> '' and v_phone <> '' then
    return auth_lib.refusal('one_address_on_resend');
  elsif v_email <> '' and not auth_lib.is_address_kind_enabled('email', settings) then
    return auth_lib.refusal('email_recovery_disabled');
  elsif v_email <> '' then
    return coalesce(auth_lib.check_email(v_email), auth_lib.check_sso_address(v_email));
  elsif v_phone <> '' and not auth_lib.is_address_kind_enabled('phone', settings) then
    return auth_lib.refusal('phone_resend_disabled');
  elsif v_phone <> '' then
    return auth_lib.check_phone(v_phone);
  end if;
  return auth_lib.refusal('resend_needs_address');
end
$$;

-- Returns true if no phone number can receive a code: there is neither an SMS gateway nor a test number.
create function auth_lib.sends_no_sms(settings jsonb) returns boolean
language sql stable
as $$
  select not coalesce((settings ->> 'sms_ready')::boolean, false)
    and coalesce(nullif(settings -> 'sms_test_otp', 'null'), '{}') = '{}'
$$;

-- Resends the messages of a change of address. The caller is not authenticated, so the response must not
-- reveal whether the address has an account or a pending change. The minimum interval is counted for the
-- address in the request, unless no SMS can be sent at all. Other failures are not reported: the minimum
-- interval of the change itself, an exceeded quota, a missing SMS gateway. Returns an error or null.
create function auth_lib.resend_change(
  person auth.users, kind text, value text, link jsonb, settings jsonb)
returns jsonb
language plpgsql volatile
as $$
declare
  v_refused jsonb;
begin
  if kind = 'phone' and auth_lib.sends_no_sms(settings) then
    return null;
  end if;
  v_refused := auth_lib.count_message(
    case kind when 'email' then 'email_change' else 'phone_change' end, 'resend ' || value, 'nothing',
    settings);
  if v_refused is not null or not auth_lib.has_pending_change(person, kind) then
    return v_refused;
  elsif kind = 'email' then
    perform auth_lib.request_email_change(person, (person).new_email, link, settings);
  else
    perform auth_lib.request_sms(person, 'phone_change', (person).id::text, false, null, settings);
  end if;
  return null;
end
$$;

-- Returns true if a change of the user's e-mail address or phone number is pending: it has a valid token, or
-- a token that expired less than an hour ago. Without the hour, an SMS code could hardly be resent, because
-- by default the lifetime of an SMS code is as long as the minimum interval between two messages.
create function auth_lib.has_pending_change(person auth.users, kind text) returns boolean
language plpgsql stable
as $$
begin
  return exists (
    select from auth.one_time_tokens as t
    where t.user_id = (person).id
      and case has_pending_change.kind
        when 'email' then (person).new_email is not null
          and t.kind in ('email_change_current', 'email_change_new')
        else (person).new_phone is not null and t.kind = 'phone_change' end
      and t.address = auth_lib.confirmed_address(person, t.kind)
      and coalesce(t.expires_at, t.created_at + t.valid_for) > auth_lib.clock() - interval '1 hour');
end
$$;
