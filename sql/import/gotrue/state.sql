-- Progress of an import. An interrupted import is continued or reverted from it. Deleted by --commit and
-- --revert.
create schema auth_import;

create table auth_import.state (
  one_row    boolean     not null default true,
  -- Last completed stage: following (fetching the tables of another database), moved, installed, copied,
  -- verified or switched.
  phase      text        not null default 'moved',
  -- Start of the import. Rows that expire after it are imported.
  at         timestamptz not null default now(),
  -- True if GoTrue was in this database; false if its tables were fetched from another.
  in_place   boolean     not null,
  batch      integer     not null,
  -- The last range of users copied, and the number of users copied so far.
  after      uuid        not null default '00000000-0000-0000-0000-000000000000',
  upto       uuid        default '00000000-0000-0000-0000-000000000000',
  users      bigint      not null default 0,
  -- The last range of audit entries copied, and the number of entries copied so far.
  entry      uuid        not null default '00000000-0000-0000-0000-000000000000',
  entry_upto uuid        default '00000000-0000-0000-0000-000000000000',
  entries    bigint      not null default 0,
  -- State before roles.sql changed objects outside its schemas: whether pgcrypto and the schema extensions
  -- existed, whether the owner role could use pgcrypto's schema and had default privileges, and whether
  -- PUBLIC could create large objects and temporary tables.
  had_pgcrypto      boolean not null,
  had_extensions    boolean not null,
  had_usage         boolean not null,
  had_large_objects boolean not null,
  had_temporary     boolean not null,
  had_defaults      boolean not null,
  constraint state_pkey primary key (one_row),
  constraint state_one_row_check check (one_row),
  constraint state_phase_check check (phase in ('following', 'moved', 'installed', 'copied', 'verified',
    'switched'))
);

-- Objects of the application that were changed to use Postern's tables, and the statements that change them
-- back. The statements run in the order of place, functions first, because other objects use them.
create table auth_import.repointed_objects (
  place integer not null,
  kind  text    not null,
  name  text    not null,
  undo  text[]  not null,
  constraint repointed_pkey primary key (place)
);
