-- A new link and code of a kind for a user; a number's have the length and life of SMS codes. The row gets a new id and
-- generation: earlier ones of the kind are dead. aud is the request's, for an account that is nobody's yet.
create function auth_lib.issue_token(
  user_id uuid, kind text, purpose text, address text, flow_id uuid, carries_password boolean, aud text, settings jsonb)
returns auth.one_time_tokens
language plpgsql volatile
as $$
declare
  v_token auth.one_time_tokens;
begin
  insert into auth.one_time_tokens as t
    (id, user_id, kind, purpose, address, key_id, digits, valid_for, flow_id, carries_password, aud, created_at)
  values (gen_random_uuid(), issue_token.user_id, issue_token.kind, issue_token.purpose, issue_token.address,
    (issue_token.settings ->> 'sealing_key_id')::smallint,
    case when issue_token.address !~ '@' then coalesce((issue_token.settings ->> 'sms_otp_length')::smallint, 6::smallint)
      else coalesce((issue_token.settings ->> 'mailer_otp_length')::smallint, 6::smallint) end,
    make_interval(secs => case when issue_token.address !~ '@'
      then coalesce((issue_token.settings ->> 'sms_otp_exp')::double precision, 60)
      else coalesce((issue_token.settings ->> 'mailer_otp_exp')::double precision, 86400) end),
    issue_token.flow_id, issue_token.carries_password, issue_token.aud, auth_lib.clock())
  on conflict on constraint one_time_tokens_user_id_kind_key do update
  set id = excluded.id, purpose = excluded.purpose, address = excluded.address, generation = t.generation + 1,
      attempts = 0, key_id = excluded.key_id, digits = excluded.digits, valid_for = excluded.valid_for, expires_at = null,
      flow_id = excluded.flow_id, carries_password = excluded.carries_password, aud = excluded.aud,
      created_at = excluded.created_at
  returning t.* into v_token;
  return v_token;
end
$$;
comment on function auth_lib.issue_token(uuid, text, text, text, uuid, boolean, text, jsonb) is
  'Makes the one-time token of a kind, replacing the user''s earlier one.';
