-- Ends all sessions of a user but the one to keep (null keeps none).
create function auth_lib.revoke_sessions(user_id uuid, keep uuid, reason text) returns void
language plpgsql volatile
as $$
begin
  update auth.sessions as s
  set revoked_at = auth_lib.clock(), revoked_reason = revoke_sessions.reason
  where s.user_id = revoke_sessions.user_id and s.revoked_at is null and s.id is distinct from revoke_sessions.keep;
end
$$;
comment on function auth_lib.revoke_sessions(uuid, uuid, text) is 'Revokes a user''s sessions except one.';
