-- Two objects as one, without reading either: both have members, and none of the same name.
create function auth_lib.json_join(one json, other json) returns json
language sql immutable strict
as $$ select (left(json_join.one::text, -1) || ',' || substr(json_join.other::text, 2))::json $$;
comment on function auth_lib.json_join(json, json) is 'The members of two objects.';
