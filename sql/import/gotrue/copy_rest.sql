-- Copies what is nobody's: rows that are kept aside. The last copying step.
insert into auth.kept_rows (source, id, user_id, data, kept_at)
select n.source, n.id, null, n.data, m.at from auth_import.new_kept as n cross join auth_import.moment as m
where n.user_id is null;

-- Lists add up blocks of users by created_at: one that was closed before these users came would be without
-- them for a day.
-- Groups before blocks, as everywhere, so that no two wait for each other.
delete from auth.user_block_groups;
delete from auth.user_blocks;
-- The same of audit entries; whoever is counting them is waited for.
lock table auth.audit_blocks in share update exclusive mode;
delete from auth.audit_blocks;
