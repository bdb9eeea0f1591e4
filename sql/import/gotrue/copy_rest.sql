-- Copies rows without a user: kept rows. The last copying step.
insert into auth.kept_rows (source, id, user_id, data, kept_at)
select n.source, n.id, null, n.data, m.at from auth_import.new_kept as n cross join auth_import.moment as m
where n.user_id is null;

-- Lists add up blocks of users by created_at. A block closed before the import would lack these users for a
-- day. Groups before blocks, as everywhere, to avoid deadlocks.
delete from auth.user_block_groups;
delete from auth.user_blocks;
-- Delete the blocks of the audit log too. The lock waits for a count in progress.
lock table auth.audit_blocks in share update exclusive mode;
delete from auth.audit_blocks;
