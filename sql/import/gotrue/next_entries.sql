-- Selects the next range of the audit log, in the transaction that copies it. entry_upto is null if there is
-- none.
update auth_import.state as s
set entry = coalesce(s.entry_upto, s.entry), entries = s.entries + n.entries, entry_upto = n.upto
from (
  select count(*) as entries, (array_agg(b.id order by b.id desc))[1] as upto
  from (
    select a.id from auth_import.old_audit_log_entries as a
    where a.id > (select s.entry_upto from auth_import.state as s)
    order by a.id limit (select s.batch * 5 from auth_import.state as s)) as b) as n
returning s.entries as count, s.entry_upto as upto
