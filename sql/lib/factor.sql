-- Second factors: how clients see them, and what an account knows of them.

-- Whether a user has a verified second factor. Recovery codes are none: they stand in for one.
create function auth_lib.has_second_factor(person auth.users) returns boolean
language sql immutable
as $$ select coalesce((person).factor_status = 'verified', false) $$;

-- Writes down for a user which factors there are, after one has come or gone or proven itself. The user is locked.
create function auth_lib.note_factors(user_id uuid) returns void
language plpgsql volatile
as $$
declare
  v_status text := (
    select max(f.status) from auth.factors as f   -- verified comes last in the alphabet
    where f.user_id = note_factors.user_id and f.factor_type <> 'recovery_code');
begin
  update auth.users as u set factor_status = v_status
  where u.id = note_factors.user_id and u.factor_status is distinct from v_status;
end
$$;
