-- Data dictionary: imported data.
comment on table auth.old_refresh_tokens is
  'Refresh tokens of an imported server, as digests. A row is deleted with its session.';
comment on column auth.old_refresh_tokens.digest is 'SHA-256 of the token.';
comment on column auth.old_refresh_tokens.user_id is 'Owner of the session.';
comment on column auth.old_refresh_tokens.session_id is 'Session of the token.';
comment on column auth.old_refresh_tokens.counter is
  'Rank of the token: 2 is the current one, 1 its parent, 0 an older one.';

comment on table auth.kept_rows is
  'Rows of an imported server that have no table here. Imports, the requests that restore imported identity '
  'providers, and the export of a user''s data read them.';
comment on column auth.kept_rows.source is 'Table of the former server.';
comment on column auth.kept_rows.id is 'Primary key of the row there.';
comment on column auth.kept_rows.user_id is 'User to whom the row belongs. Deleted with the user.';
comment on column auth.kept_rows.data is 'The row, or the part of it that has no column here.';
comment on column auth.kept_rows.kept_at is 'When it was imported.';
