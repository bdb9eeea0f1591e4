-- When a ban of this duration ends: unchanged for an empty one, null for none and for zero.
create function auth_lib.banned_until(person auth.users, duration text) returns timestamptz
language sql stable
as $$
  select case
    when coalesce(banned_until.duration, '') = '' then (banned_until.person).banned_until
    when banned_until.duration = 'none' or auth_lib.duration_seconds(banned_until.duration) = 0 then null
    else auth_lib.clock() + make_interval(secs => auth_lib.duration_seconds(banned_until.duration)::double precision)
  end
$$;
comment on function auth_lib.banned_until(auth.users, text) is 'The end of a ban that begins now.';
