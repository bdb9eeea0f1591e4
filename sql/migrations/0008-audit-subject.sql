-- 0008: audit entries are found by the user whom an administrator acted on, for the export of what is stored about a user.
-- Few rows name such a user, and only they are in the index.
-- squawk-ignore-file require-concurrent-index-creation

create index audit_log_subject_idx on auth.audit_log ((traits ->> 'user_id'), created_at desc) where traits ->> 'user_id' is not null;
-- The table that is exchanged for the default partition has that partition's indexes.
create index audit_log_late_expr_created_at_idx on auth.audit_log_late ((traits ->> 'user_id'), created_at desc)
  where traits ->> 'user_id' is not null;
