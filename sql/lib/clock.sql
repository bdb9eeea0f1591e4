-- The only clock. One call sees one instant, the start of its transaction; tests replace this one function.
create function auth_lib.clock() returns timestamptz
language sql stable
as $$ select now() $$;
comment on function auth_lib.clock() is 'The instant of this call: the start of its transaction.';
