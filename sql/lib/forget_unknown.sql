-- Keeps the number of rows about unknown addresses bounded: each touch of such a row takes a new number, and those of the
-- oldest numbers go. What goes protected nobody, since nothing was sent there and nobody has it; and because the newest
-- stay, whoever wants to tell unknown addresses by this must make all these rows within the minute that an answer counts.
-- Writes: delete auth.send_marks.
create function auth_lib.forget_unknown(settings jsonb) returns void
language plpgsql volatile
as $$
begin
  delete from auth.send_marks as m where m.digest in (
    select o.digest from auth.send_marks as o
    where o.unknown and o.touch <= (select max(n.touch) from auth.send_marks as n where n.unknown)
      - coalesce((forget_unknown.settings ->> 'unknown_address_rows')::bigint, 1000000)
    order by o.touch limit 10 for update skip locked);
end
$$;
comment on function auth_lib.forget_unknown(jsonb) is 'Deletes the oldest rows about unknown addresses when there are too many.';
