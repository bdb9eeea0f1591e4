-- Keeps a user's row as a tombstone: addresses as digests, metadata empty, every other row of the user gone.
-- Writes: update auth.users, delete from the tables of a user's rows.
create function auth_lib.soft_delete(person auth.users) returns void
language plpgsql volatile
as $$
declare
  v_id uuid := (soft_delete.person).id;
begin
  delete from auth.sessions as s where s.user_id = v_id;
  delete from auth.one_time_tokens as t where t.user_id = v_id;
  delete from auth.flow_states as f where f.user_id = v_id;
  delete from auth.messages as m where m.user_id = v_id;
  delete from auth.passwords as p where p.user_id = v_id;
  delete from auth.pending_passwords as p where p.user_id = v_id;
  delete from auth.identities as i where i.user_id = v_id;
  delete from auth.addresses as a where a.user_id = v_id;
  update auth.users as u
  set email = auth_lib.tombstone(v_id, u.email), phone = left(auth_lib.tombstone(v_id, u.phone), 15),
      new_email = auth_lib.tombstone(v_id, u.new_email), new_phone = left(auth_lib.tombstone(v_id, u.new_phone), 15),
      user_metadata = '{}', app_metadata = '{}', deleted_at = auth_lib.clock(), updated_at = auth_lib.clock()
  where u.id = v_id;
end
$$;
comment on function auth_lib.soft_delete(auth.users) is 'Turns a user into a tombstone.';
