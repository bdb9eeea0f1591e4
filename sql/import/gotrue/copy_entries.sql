-- Copies a range of the audit log. made_in is the oldest transaction id, so that the worker does not write
-- these entries into the process log.
insert into auth.audit_log (created_at, id, actor_id, actor_username, actor_name, actor_via_sso, actions,
  traits, ip, made_in)
select n.created_at, n.id, n.actor_id, n.actor_username, n.actor_name, n.actor_via_sso, n.actions, n.traits,
  n.ip, n.made_in
from auth_import.new_audit as n
where n.id > (select s.entry from auth_import.state as s)
  and n.id <= (select s.entry_upto from auth_import.state as s);
