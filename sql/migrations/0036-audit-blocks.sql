-- 0036: the audit log is counted in blocks, as users are: its list read the whole log to tell the total, and all before a page.

-- How many entries a stretch of the audit log has, about 2000 rows by created_at: those after `since`, up to `until` and
-- including it. Blocks never overlap, and what no block covers is counted on request. counted_in shows what transactions had
-- ended by the time of the count.
create table auth.audit_blocks (
  since      timestamptz   not null,
  until      timestamptz   not null,
  entries    bigint        not null,
  actions    auth.json_map not null,
  counted_at timestamptz   not null,
  counted_in pg_snapshot   not null,
  constraint audit_blocks_pkey primary key (until),
  constraint audit_blocks_since_check check (since < until),
  constraint audit_blocks_entries_check check (entries >= 0)
);
alter table auth.audit_blocks enable row level security;
