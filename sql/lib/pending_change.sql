-- Whether a change of a user's address (email or phone) waits for its confirmation: a token of it is
-- alive. A dead one counts for an hour more: a code by SMS lives no longer than the pause
-- before the next one, so nobody could ever ask for it again.
create function auth_lib.pending_change(person auth.users, kind text) returns boolean
language plpgsql stable
as $$
begin
  return exists (
    select from auth.one_time_tokens as t
    where t.user_id = (pending_change.person).id
      and case pending_change.kind
        when 'email' then (pending_change.person).new_email is not null and t.kind in ('email_change_current', 'email_change_new')
        else (pending_change.person).new_phone is not null and t.kind = 'phone_change' end
      and t.address = auth_lib.proven_address(pending_change.person, t.kind)
      and coalesce(t.expires_at, t.created_at + t.valid_for) > auth_lib.clock() - interval '1 hour');
end
$$;
comment on function auth_lib.pending_change(auth.users, text) is 'Whether a change of address was asked for and may still be confirmed, or has expired within the hour.';
