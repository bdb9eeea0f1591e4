-- The work factor of new hashes, and of the hash that stands in for an unknown user's.
create function auth_lib.bcrypt_cost(settings jsonb) returns integer
language sql immutable
as $$ select coalesce((bcrypt_cost.settings ->> 'security_bcrypt_cost')::integer, 10) $$;
comment on function auth_lib.bcrypt_cost(jsonb) is 'The bcrypt cost of new hashes; 10 unless the settings say otherwise.';
