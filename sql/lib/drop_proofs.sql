-- Every link and code on its way for a user is dead, a change of address that waits is given up, and the times they were
-- asked for are forgotten: after a new password, and wherever somebody else could still hold one. The spacing of what goes
-- to the user's own addresses goes with them; that of a change of address stays: such messages go to somebody else, who
-- must not get one for each new password. Wrong passwords and codes stay counted.
-- Writes: delete auth.one_time_tokens, auth.send_marks, update auth.users.
create function auth_lib.drop_proofs(user_id uuid) returns void
language plpgsql volatile
as $$
begin
  delete from auth.one_time_tokens as t where t.user_id = drop_proofs.user_id;
  update auth.users as u
  set confirmation_sent_at = null, recovery_sent_at = null, email_change_sent_at = null, phone_change_sent_at = null,
      reauthentication_sent_at = null, new_email = null, new_phone = null, email_change_status = 0
  where u.id = drop_proofs.user_id;
  delete from auth.send_marks as m
  where m.digest in (
    select auth_lib.mark_digest(p.purpose, case p.held_by when 'user' then u.id::text when 'email' then u.email else u.phone end)
    from auth.users as u
    cross join (values ('reauthentication', 'user'), ('reauthentication_sms', 'user'),
      ('signup', 'email'), ('link', 'email'), ('sms', 'phone')) as p (purpose, held_by)
    where u.id = drop_proofs.user_id);
end
$$;
comment on function auth_lib.drop_proofs(uuid) is 'Deletes a user''s one-time tokens, the times they were asked for and the spacing of the next ones.';
