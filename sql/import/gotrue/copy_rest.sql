-- Copies unmapped rows that belong to no user. The last step of copying.
insert into auth.kept_rows (source, id, user_id, data, kept_at)
select n.source, n.id, null, n.data, m.at from auth_import.new_kept as n cross join auth_import.moment as m
where n.user_id is null;

-- Deletes the blocks with user counts, because blocks closed before the import do not include the imported
-- users. Groups are locked before blocks to avoid deadlocks.
delete from auth.user_block_groups;
delete from auth.user_blocks;
-- Deletes the blocks of the audit log too. The lock waits for a count in progress.
lock table auth.audit_blocks in share update exclusive mode;
delete from auth.audit_blocks;
