-- Creates or updates the e-mail or phone identity of a user, after its address was set or proven.
-- Writes: auth.identities.
create function auth_lib.own_identity(user_id uuid, kind text, value text, verified boolean) returns void
language plpgsql volatile
as $$
begin
  insert into auth.identities as i (user_id, provider, id, subject, identity_data, last_sign_in_at, created_at, updated_at)
  values (own_identity.user_id, own_identity.kind, gen_random_uuid(), own_identity.user_id::text,
    jsonb_build_object('sub', own_identity.user_id, own_identity.kind, own_identity.value,
      'email_verified', own_identity.kind = 'email' and own_identity.verified,
      'phone_verified', own_identity.kind = 'phone' and own_identity.verified),
    auth_lib.clock(), auth_lib.clock(), auth_lib.clock())
  on conflict on constraint identities_subject_key do update
  set identity_data = i.identity_data || jsonb_build_object(
        own_identity.kind, own_identity.value, own_identity.kind || '_verified', own_identity.verified),
      updated_at = excluded.updated_at;
end
$$;
comment on function auth_lib.own_identity(uuid, text, text, boolean) is 'Keeps the e-mail or phone identity of a user equal to its address.';
