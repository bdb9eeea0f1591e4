-- Views for a dry run, which replace the tables of tables.sql.
create view auth_import.claimed as table auth_import.claims;
create view auth_import.repeated as table auth_import.repeats;
