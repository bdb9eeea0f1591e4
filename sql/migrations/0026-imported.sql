-- 0026: what an import brings along and no sign-up makes: refresh tokens of the former server, and rows that are kept aside.

-- A refresh token that the former server gave out, by its SHA-256. counter says what it is worth: a session that was imported
-- begins with counter 2, so a token of 2 is the current one, 1 its parent, 0 an older one.
create table auth.old_refresh_tokens (
  digest     bytea not null,
  user_id    uuid  not null,
  session_id uuid  not null,
  counter    smallint not null,
  constraint old_refresh_tokens_pkey primary key (digest),
  constraint old_refresh_tokens_session_id_fkey foreign key (user_id, session_id) references auth.sessions (user_id, id) on delete cascade,
  constraint old_refresh_tokens_counter_check check (counter between 0 and 2),
  constraint old_refresh_tokens_digest_check check (octet_length(digest) = 32)
);

create index old_refresh_tokens_session_id_idx on auth.old_refresh_tokens (user_id, session_id);

-- A row of the former server for which there is no table here, or what of a row found no place. Nothing reads it.
create table auth.kept_rows (
  source  text  not null,
  id      text  not null,
  user_id uuid,
  data    auth.json_map not null,
  kept_at timestamptz not null,
  constraint kept_rows_pkey primary key (source, id),
  constraint kept_rows_user_id_fkey foreign key (user_id) references auth.users (id) on delete cascade
);

create index kept_rows_user_id_idx on auth.kept_rows (user_id);

alter table auth.old_refresh_tokens enable row level security;
alter table auth.kept_rows enable row level security;
