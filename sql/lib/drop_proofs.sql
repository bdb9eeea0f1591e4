-- Every link and code on its way for a user is dead, and the times they were asked for are forgotten: after a new
-- password, and wherever somebody else could still hold one.
-- Writes: delete auth.one_time_tokens, update auth.users.
create function auth_lib.drop_proofs(user_id uuid) returns void
language plpgsql volatile
as $$
begin
  delete from auth.one_time_tokens as t where t.user_id = drop_proofs.user_id;
  update auth.users as u
  set confirmation_sent_at = null, recovery_sent_at = null, email_change_sent_at = null, phone_change_sent_at = null,
      reauthentication_sent_at = null
  where u.id = drop_proofs.user_id;
end
$$;
comment on function auth_lib.drop_proofs(uuid) is 'Deletes a user''s one-time tokens and the times they were asked for.';
