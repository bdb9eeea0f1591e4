-- Tables that every batch of an import reads, with the rows of the views claims and repeats. Created once
-- after judgement.sql.
create table auth_import.claimed as table auth_import.claims;
create index claimed_user_id_idx on auth_import.claimed (user_id);
create table auth_import.repeated as table auth_import.repeats;
create index repeated_id_idx on auth_import.repeated (id);
analyze auth_import.claimed;
analyze auth_import.repeated;
