-- A change of address that waits for its confirmation is given up: its links and codes are dead, the new address is
-- forgotten. kinds is email, phone or both. Whoever asked for it may have been somebody else, so it outlives neither a
-- new password, a recovery, a proof, a ban, nor another address.
create function auth_lib.drop_changes(user_id uuid, kinds text[]) returns void
language plpgsql volatile
as $$
declare
  v_email boolean := 'email' = any (drop_changes.kinds);
  v_phone boolean := 'phone' = any (drop_changes.kinds);
begin
  delete from auth.one_time_tokens as t
  where t.user_id = drop_changes.user_id
    and (v_email and t.kind in ('email_change_current', 'email_change_new') or v_phone and t.kind = 'phone_change');
  update auth.users as u
  set new_email = case when not v_email then u.new_email end,
      email_change_status = case when v_email then 0 else u.email_change_status end,
      email_change_sent_at = case when not v_email then u.email_change_sent_at end,
      new_phone = case when not v_phone then u.new_phone end,
      phone_change_sent_at = case when not v_phone then u.phone_change_sent_at end
  where u.id = drop_changes.user_id and (v_email and u.new_email is not null or v_phone and u.new_phone is not null);
end
$$;
comment on function auth_lib.drop_changes(uuid, text[]) is 'Gives up a user''s pending change of e-mail address, of phone number, or both.';
