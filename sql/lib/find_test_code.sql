-- The token behind a test number's fixed code: the one on its way, or one made now, since such a code needs none.
-- All null when the code is not that, or nobody of the audience has the number; of several who want it, who asked last.
-- Writes: auth.one_time_tokens.
create function auth_lib.find_test_code(phone text, type text, code text, audience text, settings jsonb)
returns auth.one_time_tokens
language plpgsql volatile
as $$
declare
  v_user  auth.users;
  v_token auth.one_time_tokens;
begin
  if auth_lib.test_otp(find_test_code.phone, find_test_code.settings) is distinct from find_test_code.code then
    return null;
  end if;
  if find_test_code.type = 'sms' then
    v_user := auth_lib.seen_in(auth_lib.lock_user((auth_lib.find_user('phone', find_test_code.phone)).id), find_test_code.audience);
  else
    select u.* into v_user from auth.users as u
    where u.new_phone = find_test_code.phone and u.aud = find_test_code.audience
    order by u.phone_change_sent_at desc nulls last, u.id limit 1 for no key update;
  end if;
  if v_user.id is null or v_user.aud <> find_test_code.audience then
    return null;
  end if;
  select t.* into v_token from auth.one_time_tokens as t
  where t.user_id = v_user.id and t.kind = find_test_code.type and t.address = find_test_code.phone;
  if not found then
    v_token := auth_lib.issue_token(v_user.id, find_test_code.type, find_test_code.type, find_test_code.phone, null, false, v_user.aud,
      find_test_code.settings);
  end if;
  return v_token;
end
$$;
comment on function auth_lib.find_test_code(text, text, text, text, jsonb) is 'The token of a test number whose fixed code was typed.';
