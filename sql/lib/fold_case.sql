-- A text for a search in any case. ASCII letters first, by their own rule, since a Turkish database lowers I to another
-- letter than i; the rest as the database's locale has it. Only for searches: addresses go through normal_email.
create function auth_lib.fold_case(value text) returns text
language sql immutable
as $$ select lower(lower(fold_case.value collate "C") collate "default") $$;
comment on function auth_lib.fold_case(text) is 'A text in lower case, to be searched.';
