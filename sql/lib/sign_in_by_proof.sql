-- Redeems a token and signs its user in. The answer's body names the type, which clients show a form by. The first of
-- two confirmations of a change of e-mail signs nobody in.
-- Calls: redeem, sign_in. Writes: what these write.
create function auth_lib.sign_in_by_proof(
  person auth.users, token auth.one_time_tokens, type text, hash text, by_link boolean, settings jsonb, client jsonb)
returns json
language plpgsql volatile
as $$
declare
  v_done jsonb := auth_lib.redeem(sign_in_by_proof.person, sign_in_by_proof.token, sign_in_by_proof.hash, sign_in_by_proof.settings);
begin
  if v_done is null then
    return case when sign_in_by_proof.by_link then auth_lib.refusal('link_expired') else auth_lib.refusal('code_expired') end;
  elsif v_done ? 'half' then
    return auth_lib.half_confirmed();
  end if;
  return auth_lib.sign_in((sign_in_by_proof.person).id, 'otp', auth_lib.text_array(v_done -> 'actions'), v_done -> 'traits',
    sign_in_by_proof.settings, sign_in_by_proof.client,
    case when (sign_in_by_proof.token).kind not in ('sms', 'phone_change')   -- a session by phone has no type
      then json_build_object('type', auth_lib.proof_type(sign_in_by_proof.type, sign_in_by_proof.token)) end);
end
$$;
comment on function auth_lib.sign_in_by_proof(auth.users, auth.one_time_tokens, text, text, boolean, jsonb, jsonb) is
  'Opens a session for a redeemed link or code.';
