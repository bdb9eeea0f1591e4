-- The guards of POST /admin/generate_link (contract 8.19); null when the link may be made. known is the address's user.
create function auth_lib.check_link_request(
  known auth.users, asked text, type text, email text, new_email text, password text, data jsonb, aud text, settings jsonb)
returns jsonb
language plpgsql stable
as $$
declare
  v_change boolean := check_link_request.type like 'email\_change\_%';
  -- Found by the address of a provider's identity: a link to it would prove another address than the account's. Or a user
  -- of another audience, who is missing here, while the address is taken: addresses have one user over all audiences.
  v_other  boolean := (check_link_request.known).email is distinct from auth_lib.normal_email(check_link_request.email)
    or (check_link_request.known).aud <> check_link_request.aud;
begin
  if auth_lib.check_email(check_link_request.email) is not null then
    return auth_lib.check_email(check_link_request.email);
  elsif auth_lib.link_kind(check_link_request.type) is null then
    return auth_lib.refusal('link_type_unknown', coalesce(check_link_request.asked, ''));
  elsif v_other and ((check_link_request.known).id is not null and check_link_request.type = 'magiclink'
    or v_change or check_link_request.type = 'recovery') then
    return auth_lib.refusal('link_user_not_found');
  elsif check_link_request.type in ('signup', 'invite') and (check_link_request.known).id is not null
    and (v_other or (check_link_request.known).email_confirmed_at is not null) then
    return auth_lib.refusal('email_exists');
  elsif check_link_request.asked = 'signup' and (check_link_request.known).id is null then
    return coalesce(case when coalesce(check_link_request.password, '') = '' then auth_lib.refusal('password_required')
      else auth_lib.check_new_password(check_link_request.password, check_link_request.settings) end,
      auth_lib.check_invited_data(check_link_request.data));
  elsif check_link_request.type = 'signup' and (check_link_request.known).id is not null then
    return auth_lib.check_metadata(auth_lib.merge_metadata((check_link_request.known).user_metadata, check_link_request.data),
      (check_link_request.known).app_metadata, check_link_request.known);
  elsif check_link_request.type in ('signup', 'invite') then
    return auth_lib.check_invited_data(check_link_request.data);
  elsif check_link_request.type = 'email_change_current'
    and not auth_lib.changes_email_twice(check_link_request.known, check_link_request.settings) then
    return auth_lib.refusal('link_current_email_off');
  elsif v_change and auth_lib.check_email(check_link_request.new_email) is not null then
    return auth_lib.check_email(check_link_request.new_email);
  elsif v_change and (auth_lib.find_user('email', auth_lib.normal_email(check_link_request.new_email))).id <> (check_link_request.known).id then
    return auth_lib.refusal('email_exists');
  end if;
  return null;
end
$$;
comment on function auth_lib.check_link_request(auth.users, text, text, text, text, text, jsonb, text, jsonb) is 'Null when a link may be generated, otherwise a refusal.';
