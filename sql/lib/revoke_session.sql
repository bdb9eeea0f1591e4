-- Ends one session for a reason. Its refresh tokens are dead at once; access tokens live on until they expire.
create function auth_lib.revoke_session(user_id uuid, session_id uuid, reason text) returns void
language plpgsql volatile
as $$
begin
  update auth.sessions as s
  set revoked_at = auth_lib.clock(), revoked_reason = revoke_session.reason
  where s.user_id = revoke_session.user_id and s.id = revoke_session.session_id and s.revoked_at is null;
end
$$;
comment on function auth_lib.revoke_session(uuid, uuid, text) is 'Revokes a session.';
