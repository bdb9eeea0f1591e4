-- The live token of an address whose code is the typed one; all null after a miss, which is counted on every token it
-- was compared with and against the address. The users are locked before a code is compared, so five guesses are
-- five guesses, in parallel too.
-- Writes: update auth.one_time_tokens, auth.send_marks.
create function auth_lib.find_code(address text, kinds text[], code text, code_keys jsonb) returns auth.one_time_tokens
language plpgsql volatile
as $$
declare
  v_token auth.one_time_tokens;
begin
  perform from auth.users as u
  where u.id in (select t.user_id from auth.one_time_tokens as t
    where t.address = find_code.address and t.kind = any (find_code.kinds))
  order by u.id for no key update;
  for v_token in
    select t.* from auth.one_time_tokens as t
    where t.address = find_code.address and t.kind = any (find_code.kinds)
      and t.attempts < 5 and t.expires_at >= auth_lib.clock()
    order by array_position(find_code.kinds, t.kind), t.id
  loop
    if find_code.code = auth_lib.code(v_token, decode(find_code.code_keys ->> v_token.key_id::text, 'hex')) then
      return v_token;
    end if;
    update auth.one_time_tokens as t set attempts = t.attempts + 1 where t.id = v_token.id and t.attempts < 5;
  end loop;
  perform auth_lib.count_failure('code', find_code.address);
  return null;
end
$$;
comment on function auth_lib.find_code(text, text[], text, jsonb) is 'The token that a typed code belongs to, counting the misses.';
