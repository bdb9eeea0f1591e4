-- Takes a token that confirms one side of a change of e-mail. The change is complete when the new address has confirmed
-- and, in a secure change, the current one too, in either order; a token that is missing never counts as confirmed.
-- Answers {"actions": […]} when the address has changed, {"half": true} after the first of two. The user is locked and
-- the token is deleted.
create function auth_lib.redeem_email_change(person auth.users, kind text, settings jsonb) returns jsonb
language plpgsql volatile
as $$
declare
  v_refused jsonb;
begin
  if (redeem_email_change.person).email_change_status = 1
    or coalesce((redeem_email_change.settings ->> 'mailer_autoconfirm')::boolean, false)
    or (redeem_email_change.kind = 'email_change_new'
      and not auth_lib.changes_email_twice(redeem_email_change.person, redeem_email_change.settings)) then
    v_refused := auth_lib.complete_email_change(redeem_email_change.person);
    if v_refused is not null then
      perform auth_lib.fail_with(v_refused);   -- the link stays usable
    end if;
    return jsonb_build_object('actions', jsonb_build_array('user_modified'));
  end if;
  update auth.users as u set email_change_status = 1, updated_at = auth_lib.clock()
  where u.id = (redeem_email_change.person).id;
  return jsonb_build_object('half', true);
end
$$;
comment on function auth_lib.redeem_email_change(auth.users, text, jsonb) is 'Confirms one side of a change of e-mail.';
