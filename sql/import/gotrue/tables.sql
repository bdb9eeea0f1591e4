-- Tables that every batch of an import reads, with the rows of the views finding_addresses and
-- duplicate_identities. Created once after addresses.sql.
create table auth_import.stored_finding_addresses as table auth_import.finding_addresses;
create index stored_finding_addresses_user_id_idx on auth_import.stored_finding_addresses (user_id);
create table auth_import.stored_duplicate_identities as table auth_import.duplicate_identities;
create index stored_duplicate_identities_id_idx on auth_import.stored_duplicate_identities (id);
analyze auth_import.stored_finding_addresses;
analyze auth_import.stored_duplicate_identities;
