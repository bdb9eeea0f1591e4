-- The live token of an address whose code is the typed one; all null after a miss, which is counted on every token it
-- was compared with, against the account of each and against the address. The users are locked before a code is compared
-- and the counts are read then, so that the bounds hold in parallel too. A code that is not sent yet counts and never fits.
-- Writes: update auth.one_time_tokens, auth.send_marks.
create function auth_lib.find_code(address text, kinds text[], code text, user_id uuid, code_keys jsonb, settings jsonb)
returns auth.one_time_tokens
language plpgsql volatile
as $$
declare
  v_most     integer := coalesce((find_code.settings ->> 'security_max_code_failures_per_day')::integer, 100);
  v_compared integer := 0;
  v_token    auth.one_time_tokens;
begin
  perform from auth.users as u
  where u.id in (select t.user_id from auth.one_time_tokens as t
    where t.address = find_code.address and t.kind = any (find_code.kinds))
  order by u.id for no key update;
  if auth_lib.check_guesses(find_code.address, find_code.kinds, find_code.user_id, find_code.settings) is not null then
    return null;
  end if;
  for v_token in
    select t.* from auth.one_time_tokens as t
    where t.address = find_code.address and t.kind = any (find_code.kinds)
      and t.attempts < 5 and coalesce(t.expires_at, 'infinity') >= auth_lib.clock()
    order by array_position(find_code.kinds, t.kind), t.id
  loop
    continue when auth_lib.tries_spent(v_token, find_code.settings)
      or auth_lib.misses_reached('account', v_token.user_id::text, interval '1 day', v_most) is not null;
    exit when v_compared >= v_most or auth_lib.misses_reached(
      auth_lib.guess_class(find_code.kinds), find_code.address, interval '1 day', v_most - v_compared) is not null;
    if v_token.expires_at is not null
      and find_code.code = auth_lib.code(v_token, decode(find_code.code_keys ->> v_token.key_id::text, 'hex')) then
      return v_token;
    end if;
    update auth.one_time_tokens as t set attempts = t.attempts + 1 where t.id = v_token.id and t.attempts < 5;
    perform auth_lib.count_misses('account', v_token.user_id::text, 1, false, find_code.settings);
    v_compared := v_compared + 1;
  end loop;
  perform auth_lib.count_guess(find_code.address, find_code.kinds, v_compared, find_code.settings);
  return null;
end
$$;
comment on function auth_lib.find_code(text, text[], text, uuid, jsonb, jsonb) is 'The token that a typed code belongs to, counting the misses.';
