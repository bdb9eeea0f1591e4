-- 0032: what the gateways count, for reports of operators.

-- How often something happened on a day (UTC). Gateways add what they have counted once a minute, so no request waits for a row.
create table auth.tallies (
  day     date   not null,
  kind    text   not null,
  name    text   not null,
  outcome text   not null,
  count   bigint not null,
  constraint tallies_pkey primary key (day, kind, name, outcome),
  constraint tallies_kind_check check (kind in ('sign_in', 'refusal')),
  constraint tallies_count_check check (count > 0)
);
alter table auth.tallies enable row level security;
