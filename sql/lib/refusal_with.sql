-- A refusal with members of its own beside code and message, such as weak_password's reasons.
create function auth_lib.refusal_with(name text, extra jsonb, variadic args text[] default '{}') returns jsonb
language plpgsql stable
as $$
begin
  return jsonb_set(
    auth_lib.refusal(refusal_with.name, variadic refusal_with.args), '{refused,extra}', refusal_with.extra);
end
$$;
comment on function auth_lib.refusal_with(text, jsonb, text[]) is 'A refusal that carries further members in the answer.';
