-- Sample links and codes as GoTrue stores them: in a column of the user with its timestamp, and in a row of
-- one_time_tokens. With the argument `challenge`, gotrue_fixture.send() adds a PKCE flow.
create function gotrue_fixture.hash(address text, code text) returns text language sql immutable
as $$ select encode(sha224(convert_to(address || code, 'UTF8')), 'hex') $$;

create function gotrue_fixture.send(number integer, type text, address text, code text, sent timestamptz default now(), challenge text default null)
returns void language plpgsql volatile
as $$
declare
  v_id   uuid := gotrue_fixture.id(number, 'user');
  v_hash text := case when challenge is not null then 'pkce_' else '' end || gotrue_fixture.hash(address, code);
  v_at   text := case type when 'confirmation_token' then 'confirmation_sent_at' when 'recovery_token' then 'recovery_sent_at'
    when 'phone_change_token' then 'phone_change_sent_at' when 'reauthentication_token' then 'reauthentication_sent_at' else 'email_change_sent_at' end;
begin
  execute format('update auth.users set %I = $1, %I = $2 where id = $3', type, v_at) using v_hash, sent, v_id;
  delete from auth.one_time_tokens where user_id = v_id and token_type::text = type;
  insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to, created_at, updated_at)
  values (gotrue_fixture.id(number, type), v_id, type::auth.one_time_token_type, v_hash, address, sent at time zone 'UTC', sent at time zone 'UTC');
  if challenge is not null then
    insert into auth.flow_state (id, user_id, auth_code, code_challenge_method, code_challenge, provider_type, created_at, updated_at, authentication_method)
    values (gotrue_fixture.id(number, type || ' flow'), v_id, gotrue_fixture.id(number, 'auth code')::text, 's256', challenge,
      case type when 'confirmation_token' then 'email/signup' when 'recovery_token' then 'recovery' else 'email_change' end, sent, sent,
      case type when 'confirmation_token' then 'email/signup' when 'recovery_token' then 'recovery' else 'email_change' end);
  end if;
end
$$;

create function gotrue_fixture.sign_up(number integer, email text, phone text, hash text) returns void language sql volatile
as $$
  insert into auth.users (instance_id, id, aud, role, email, phone, encrypted_password, confirmation_token, recovery_token, email_change_token_new, email_change,
    raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
  values ('00000000-0000-0000-0000-000000000000', gotrue_fixture.id(number, 'user'), 'authenticated', 'authenticated', email, phone, hash, '', '', '', '',
    '{}', '{}', now(), now());
  insert into auth.identities (id, provider_id, user_id, identity_data, provider, created_at, updated_at)
  values (gotrue_fixture.id(number, 'identity'), gotrue_fixture.id(number, 'user')::text, gotrue_fixture.id(number, 'user'),
    jsonb_strip_nulls(jsonb_build_object('sub', gotrue_fixture.id(number, 'user'), 'email', email, 'phone', phone)),
    case when email is null then 'phone' else 'email' end, now(), now());
$$;

-- Returns the S256 challenge of the verifier that consists of 43 letters v.
create function gotrue_fixture.challenge() returns text language sql immutable
as $$ select rtrim(translate(encode(sha256(convert_to(repeat('v', 43), 'UTF8')), 'base64'), '+/', '-_'), '=') $$;

do $$ declare v_hash text := crypt('correct horse', '$2a$04$abcdefghijklmnopqrstuu'); begin
  perform gotrue_fixture.sign_up(101, 'new@example.com', null, v_hash), gotrue_fixture.sign_up(102, 'later@example.com', null, v_hash),
    gotrue_fixture.sign_up(103, 'guest@example.com', null, null), gotrue_fixture.sign_up(104, null, '15550007777', null),
    gotrue_fixture.sign_up(105, 'pkce@example.com', null, null);
end $$;
update auth.users set created_at = now() - interval '1 hour' where id = gotrue_fixture.id(102, 'user');
update auth.users set invited_at = now() where id = gotrue_fixture.id(103, 'user');
update auth.users set email_change = 'person' || n || '@new.example.com' from generate_series(1, 40) as n where id = gotrue_fixture.id(n, 'user') and n in (4, 5, 6, 26, 27);
update auth.users set phone_change = '15550002222' where id = gotrue_fixture.id(7, 'user');
update auth.users set email_change_confirm_status = 1 where id in (gotrue_fixture.id(4, 'user'), gotrue_fixture.id(5, 'user'));
select gotrue_fixture.send(101, 'confirmation_token', 'new@example.com', '010101'), gotrue_fixture.send(102, 'confirmation_token', 'later@example.com', '020202'),
  gotrue_fixture.send(103, 'confirmation_token', 'guest@example.com', '030303'), gotrue_fixture.send(104, 'confirmation_token', '15550007777', '040404'),
  gotrue_fixture.send(105, 'confirmation_token', 'pkce@example.com', '050505', challenge => gotrue_fixture.challenge()),
  gotrue_fixture.send(1, 'recovery_token', 'person1@example.com', '111111'), gotrue_fixture.send(2, 'recovery_token', 'person2@example.com', '222222'),
  gotrue_fixture.send(3, 'recovery_token', 'person3@example.com', '333333', challenge => gotrue_fixture.challenge()),
  gotrue_fixture.send(4, 'email_change_token_new', 'person4@new.example.com', '444444'), gotrue_fixture.send(4, 'email_change_token_current', 'person4@example.com', '444440'),
  gotrue_fixture.send(5, 'email_change_token_new', 'person5@new.example.com', '555555'),
  gotrue_fixture.send(6, 'email_change_token_current', 'person6@example.com', '666666'), gotrue_fixture.send(6, 'email_change_token_new', 'person6@new.example.com', '666660'),
  gotrue_fixture.send(7, 'phone_change_token', '15550002222', '777777'), gotrue_fixture.send(8, 'reauthentication_token', 'person8@example.com', '888888');
select gotrue_fixture.send(n, 'recovery_token', 'person' || n || '@example.com', '909090') from (select generate_series(9, 19) union select 33) as g (n);
-- Links and codes that the import must skip. Exception: two tokens of user 30 have the same hash, and the
-- import keeps one of them.
select gotrue_fixture.send(20, 'recovery_token', 'person20@example.com', '202020', now() - interval '25 hours'),
  gotrue_fixture.send(21, 'reauthentication_token', '15550003333', '212121', now() - interval '2 hours'),
  gotrue_fixture.send(22, 'recovery_token', 'former@example.com', '222222'),
  gotrue_fixture.send(23, 'recovery_token', 'person23@example.com', '232323', challenge => gotrue_fixture.challenge()),
  gotrue_fixture.send(24, 'recovery_token', 'person24@example.com', '242424'), gotrue_fixture.send(25, 'recovery_token', 'person25@example.com', '252525'),
  gotrue_fixture.send(26, 'email_change_token_new', 'person26@new.example.com', '262626'), gotrue_fixture.send(26, 'email_change_token_current', 'former@example.com', '262620'),
  gotrue_fixture.send(27, 'email_change_token_new', 'person27@new.example.com', '272727', now() - interval '2 days'),
  gotrue_fixture.send(28, 'reauthentication_token', 'person28@example.com', '282828'), gotrue_fixture.send(29, 'recovery_token', 'person29@example.com', '292929'),
  gotrue_fixture.send(30, 'recovery_token', 'person30@example.com', '303030');
delete from auth.flow_state where id = gotrue_fixture.id(23, 'recovery_token flow');
delete from auth.one_time_tokens where id = gotrue_fixture.id(24, 'recovery_token');
update auth.users set deleted_at = now() where id = gotrue_fixture.id(25, 'user');
update auth.users set reauthentication_sent_at = null where id = gotrue_fixture.id(28, 'user');
update auth.one_time_tokens set token_hash = 'a token of another form' where id = gotrue_fixture.id(29, 'recovery_token');
update auth.users set recovery_token = '', recovery_sent_at = now() where id = gotrue_fixture.id(30, 'user');
insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to)
select gotrue_fixture.id(30, 'twin'), gotrue_fixture.id(30, 'user'), 'reauthentication_token', t.token_hash, t.relates_to
from auth.one_time_tokens as t where t.id = gotrue_fixture.id(30, 'recovery_token');
update auth.users set reauthentication_sent_at = now() - interval '1 hour' where id = gotrue_fixture.id(30, 'user');
insert into auth.flow_state (id, user_id, auth_code, code_challenge_method, code_challenge, provider_type, created_at, updated_at, authentication_method, auth_code_issued_at)
select gotrue_fixture.id(n, 'issued'), gotrue_fixture.id(n, 'user'), case n when 31 then '11111111-2222-4333-8444-555555555555' else '99999999-2222-4333-8444-555555555555' end,
  's256', gotrue_fixture.challenge(), 'magiclink', now(), now(), 'magiclink', now() - case n when 31 then interval '1 minute' else interval '6 minutes' end
from generate_series(31, 32) as n;
-- Second row of the same kind for one user, as a manual restore can leave it.
drop index auth.one_time_tokens_user_id_token_type_key;
insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to, created_at)
select gotrue_fixture.id(34, 'former'), t.user_id, t.token_type, gotrue_fixture.hash(t.relates_to, '340000'), t.relates_to, t.created_at - interval '1 minute'
from auth.one_time_tokens as t where t.id = gotrue_fixture.id(33, 'recovery_token');
