-- What today's rules hold against a password: {message, reasons}, or null. Lengths are bytes of UTF-8 (contract 5.3).
create function auth_lib.weak_password(password text, settings jsonb) returns jsonb
language plpgsql stable
as $$
declare
  v_minimum integer := greatest(coalesce((weak_password.settings ->> 'password_min_length')::integer, 6), 6);
  v_sets    jsonb := coalesce(weak_password.settings -> 'password_required_characters', '[]');
  v_texts   text[] := array[]::text[];
  v_reasons jsonb := jsonb_build_array();
begin
  if octet_length(weak_password.password) < v_minimum then
    v_texts := v_texts || format('Password should be at least %s characters.', v_minimum);
    v_reasons := v_reasons || '"length"';
  end if;
  if exists (
    select from jsonb_array_elements_text(v_sets) as s (characters)
    where translate(weak_password.password, s.characters, '') = weak_password.password
  ) then
    v_texts := v_texts || format('Password should contain at least one character of each: %s.',
      (select string_agg(s.characters, ', ' order by s.position)
       from jsonb_array_elements_text(v_sets) with ordinality as s (characters, position)));
    v_reasons := v_reasons || '"characters"';
  end if;
  if v_reasons = '[]' then
    return null;
  end if;
  return jsonb_build_object('message', array_to_string(v_texts, ' '), 'reasons', v_reasons);
end
$$;
comment on function auth_lib.weak_password(text, jsonb) is 'Message and reasons why a password is too weak; null when it is fine.';
