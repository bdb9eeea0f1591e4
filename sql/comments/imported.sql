-- The data dictionary, what an import has brought.
comment on table auth.old_refresh_tokens is 'Refresh tokens of the server that an import took over, as digests. A row goes with its session.';
comment on column auth.old_refresh_tokens.digest is 'SHA-256 of the token.';
comment on column auth.old_refresh_tokens.user_id is 'Whose session.';
comment on column auth.old_refresh_tokens.session_id is 'Which session.';
comment on column auth.old_refresh_tokens.counter is 'What the token is worth: 2 was the current one, 1 its parent, 0 an older one.';

comment on table auth.kept_rows is 'Rows of the server that an import took over for which there is no table here: SSO providers, OAuth clients, lost addresses. Nothing reads them.';
comment on column auth.kept_rows.source is 'Table it comes from.';
comment on column auth.kept_rows.id is 'Its key there.';
comment on column auth.kept_rows.user_id is 'The user it is about; goes with the user.';
comment on column auth.kept_rows.data is 'The row, or what of it found no place.';
comment on column auth.kept_rows.kept_at is 'When it was imported.';
