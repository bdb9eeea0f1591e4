-- What an administrator's change does beside metadata and ban, in the contract's order: role, confirmations, password,
-- e-mail, phone. The user is locked. A password that waits for a proof was chosen with the former addresses: it counts no
-- more once one of them is another.
-- Calls: confirm_own_address, set_password, revoke_sessions, drop_proofs, drop_changes, claim_address, own_identity. Writes: what these write.
create function auth_lib.apply_user_change(
  person auth.users, role text, email text, phone text, hash text, email_confirm boolean, phone_confirm boolean)
returns auth.users
language plpgsql volatile
as $$
declare
  v_id uuid := (apply_user_change.person).id;
begin
  update auth.users as u set role = auth_lib.trim_space(apply_user_change.role), sign_up_role = null
  where u.id = v_id and auth_lib.trim_space(coalesce(apply_user_change.role, '')) <> '';
  if apply_user_change.hash is not null then
    perform auth_lib.set_password(v_id, apply_user_change.hash);
    perform auth_lib.revoke_sessions(v_id, null, 'password'), auth_lib.drop_proofs(v_id);
    delete from auth.flow_states as f where f.user_id = v_id;
  end if;
  if apply_user_change.email is not null then
    if not auth_lib.claim_address(v_id, 'email', apply_user_change.email, apply_user_change.email_confirm) then
      perform auth_lib.fail('email_exists');
    end if;
    perform auth_lib.own_identity(v_id, 'email', apply_user_change.email, apply_user_change.email_confirm);
  end if;
  if apply_user_change.phone is not null then
    if not auth_lib.claim_address(v_id, 'phone', apply_user_change.phone, apply_user_change.phone_confirm) then
      perform auth_lib.fail('phone_exists');
    end if;
    perform auth_lib.own_identity(v_id, 'phone', apply_user_change.phone, apply_user_change.phone_confirm);
  end if;
  if apply_user_change.email <> coalesce((apply_user_change.person).email, '')
    or apply_user_change.phone <> coalesce((apply_user_change.person).phone, '') then
    -- Another mailbox or phone: whatever was on its way was asked for by whoever had the former one.
    delete from auth.one_time_tokens as t where t.user_id = v_id;
    delete from auth.flow_states as f where f.user_id = v_id;
    perform auth_lib.drop_changes(v_id, '{email,phone}');
    update auth.pending_passwords as p set hash = null where p.user_id = v_id;
  end if;
  if apply_user_change.email_confirm then
    perform auth_lib.confirm_own_address(v_id, 'email');
  end if;
  if apply_user_change.phone_confirm then
    perform auth_lib.confirm_own_address(v_id, 'phone');
  end if;
  return auth_lib.lock_user(v_id);
end
$$;
comment on function auth_lib.apply_user_change(auth.users, text, text, text, text, boolean, boolean) is 'Applies an administrator''s change of role, password and addresses.';
