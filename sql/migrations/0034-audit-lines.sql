-- 0034: audit entries as lines of the log, where that is asked for.
-- squawk-ignore-file require-concurrent-index-creation

-- The transaction that wrote an entry, by which its reader knows what it has not seen yet: entries of a transaction that takes
-- long come to light after later ones. Entries that exist have been written long ago.
alter table auth.audit_log add column made_in xid8 constraint audit_log_made_in_not_null not null default pg_current_xact_id();
alter table auth.audit_log_late add column made_in xid8 constraint audit_log_made_in_not_null not null default pg_current_xact_id();
create index audit_log_made_in_idx on auth.audit_log (made_in);
create index audit_log_late_made_in_idx on auth.audit_log_late (made_in);
-- How a session was opened, where the entry is of a sign-in.
alter table auth.audit_log add column login_method text;
alter table auth.audit_log_late add column login_method text;

-- How far the audit log has been told. Entries that `told` shows have been; those that `telling` shows besides are being told,
-- in the order of made_in and id. What was handed out counts when the worker comes back and says that it is written.
create table auth.audit_reader (
  one_row        boolean     not null default true,
  since          timestamptz not null,
  told           pg_snapshot not null,
  telling        pg_snapshot not null,
  after_made_in  xid8        not null default '0',
  after_id       uuid        not null default '00000000-0000-0000-0000-000000000000',
  handed_made_in xid8,
  handed_id      uuid,
  handed_all     boolean     not null default false,
  taker          uuid        not null,
  leased_until   timestamptz not null,
  constraint audit_reader_pkey primary key (one_row),
  constraint audit_reader_one_row_check check (one_row)
);
alter table auth.audit_reader enable row level security;
