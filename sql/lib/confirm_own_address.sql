-- An administrator vouches for an address the user has: confirmed now, again even when it was. providers stay as they are.
-- The word is for the account as it is, so the password of its sign-up counts from now on, as after the link of that
-- sign-up. One that was voided stays void: a second sign-up with another password has made it unclear whose account it is.
create function auth_lib.confirm_own_address(id uuid, kind text) returns void
language plpgsql volatile
as $$
declare
  v_user auth.users := auth_lib.lock_user(confirm_own_address.id);
  v_apps jsonb := v_user.app_metadata;
  v_hash text := auth_lib.pending_hash(confirm_own_address.id);
begin
  if (confirm_own_address.kind = 'email' and v_user.email is not null)
    or (confirm_own_address.kind = 'phone' and v_user.phone is not null) then
    delete from auth.pending_passwords as p where p.user_id = v_user.id;
    if v_hash is not null then
      perform auth_lib.set_password(v_user.id, v_hash);
    end if;
    perform auth_lib.confirm_address(v_user, confirm_own_address.kind);
    update auth.users as u set app_metadata = v_apps where u.id = v_user.id;
  end if;
end
$$;
comment on function auth_lib.confirm_own_address(uuid, text) is 'Confirms a user''s address by an administrator''s word.';
