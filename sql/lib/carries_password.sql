-- Whether a token made by a repeated sign-up or a resend still stands for the password of the first sign-up: it takes
-- that over from the token it replaces. A link asked for by /otp, /magiclink or /invite in between ends the chain.
create function auth_lib.carries_password(user_id uuid, kind text) returns boolean
language plpgsql stable
as $$
begin
  return (
    select exists (
      select from auth.pending_passwords as p
      where p.user_id = carries_password.user_id and p.hash is not null)
    and coalesce((
      select t.carries_password from auth.one_time_tokens as t
      where t.user_id = carries_password.user_id and t.kind = case carries_password.kind when 'email' then 'confirmation' else 'sms' end), true)
  );
end
$$;
comment on function auth_lib.carries_password(uuid, text) is 'Whether a new confirmation token may install the pending password.';
