-- Selects the next range of users, in the transaction that copies it. upto is null if there is none.
update auth_import.state as s
set after = coalesce(s.upto, s.after), users = s.users + n.users, upto = n.upto
from (
  select count(*) as users, (array_agg(b.id order by b.id desc))[1] as upto
  from (
    select u.id from auth_import.old_users as u
    where u.id > (select s.upto from auth_import.state as s)
    order by u.id limit (select s.batch from auth_import.state as s)) as b) as n
returning s.users as count, s.upto
