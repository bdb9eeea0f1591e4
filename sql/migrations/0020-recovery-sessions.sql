-- Sessions that a recovery opened: their users may set a password without the current one.
alter table auth.sessions add column is_recovery boolean not null default false;
