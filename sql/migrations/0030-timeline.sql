-- 0030: by which standbys know the primary that they follow.

-- A primary marks its timeline when it is first asked for its position. A standby that does not have the mark follows another
-- one, or has not come to it yet: after a fail-over it may hold what the new primary never had.
create table auth.timeline (
  one_row   boolean not null default true,
  timeline  text not null,
  mark      uuid not null,
  marked_at timestamptz not null,
  constraint timeline_pkey primary key (one_row),
  constraint timeline_one_row_check check (one_row)
);
alter table auth.timeline enable row level security;
