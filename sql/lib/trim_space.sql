-- A text without white space at either end. The vertical tab is spelled by its code: E'\v' would be the letter v.
create function auth_lib.trim_space(value text) returns text
language sql immutable
as $$ select btrim(trim_space.value, E' \t\n\r\f\x0B') $$;
comment on function auth_lib.trim_space(text) is 'A text without leading and trailing white space.';
