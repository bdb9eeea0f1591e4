-- Views for a dry run, which replace the tables of tables.sql.
create view auth_import.stored_finding_addresses as table auth_import.finding_addresses;
create view auth_import.stored_duplicate_identities as table auth_import.duplicate_identities;
