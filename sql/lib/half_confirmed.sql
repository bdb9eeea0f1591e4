-- What the first of two confirmations of a change of e-mail is answered; code is a string (contract 6.5).
create function auth_lib.half_confirmed() returns jsonb
language sql immutable
as $$
  select jsonb_build_object('code', '200',
    'msg', 'Confirmation link accepted. Please proceed to confirm link sent to the other email')
$$;
comment on function auth_lib.half_confirmed() is 'The answer to the first of two confirmations.';
