-- How far an import is: what lets it go on after it was interrupted, and go back. All of it goes with
-- --commit or --revert.
create schema auth_import;

create table auth_import.state (
  one_row    boolean     not null default true,
  -- following (the tables of another database are being fetched), moved, installed, copied, verified or
  -- switched: what has been done last.
  phase      text        not null default 'moved',
  -- When it began. What expires later still comes.
  at         timestamptz not null default now(),
  -- Whether GoTrue was in this database, or its tables were fetched from another.
  in_place   boolean     not null,
  batch      integer     not null,
  -- The range of users that was copied last, and how many users were copied so far.
  after      uuid        not null default '00000000-0000-0000-0000-000000000000',
  upto       uuid        default '00000000-0000-0000-0000-000000000000',
  users      bigint      not null default 0,
  -- The same for the audit log.
  entry      uuid        not null default '00000000-0000-0000-0000-000000000000',
  entry_upto uuid        default '00000000-0000-0000-0000-000000000000',
  entries    bigint      not null default 0,
  -- What roles.sql may change besides its own schemas: whether pgcrypto and the schema extensions were there,
  -- whether our owner could
  -- use pgcrypto's schema, whether PUBLIC could make large objects, and whether our owner had default
  -- privileges here.
  had_pgcrypto      boolean not null,
  had_extensions    boolean not null,
  had_usage         boolean not null,
  had_large_objects boolean not null,
  had_defaults      boolean not null,
  constraint state_pkey primary key (one_row),
  constraint state_one_row_check check (one_row),
  constraint state_phase_check check (phase in ('following', 'moved', 'installed', 'copied', 'verified',
    'switched'))
);

-- What of the application was pointed at the new tables, and the statements that point it back. They are run
-- in the same order: the
-- functions first, which the others name.
create table auth_import.repointed (
  place integer not null,
  kind  text    not null,
  name  text    not null,
  undo  text[]  not null,
  constraint repointed_pkey primary key (place)
);
