-- Remembers a PKCE challenge for a mail link; null in the implicit flow.
create function auth_lib.start_flow(user_id uuid, authentication_method text, code_challenge text, code_challenge_method text)
returns uuid
language plpgsql volatile
as $$
declare
  v_id uuid := gen_random_uuid();
begin
  if coalesce(start_flow.code_challenge, '') = '' then
    return null;
  end if;
  insert into auth.flow_states (id, user_id, provider, authentication_method, code_challenge, code_challenge_method, created_at)
  values (v_id, start_flow.user_id, 'email', start_flow.authentication_method, start_flow.code_challenge,
    lower(start_flow.code_challenge_method collate "C"), auth_lib.clock());
  return v_id;
end
$$;
comment on function auth_lib.start_flow(uuid, text, text, text) is 'The id of a new PKCE flow, null without a challenge.';
