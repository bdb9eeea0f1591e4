-- The marks that count what goes to a mailbox or a number, whatever its purpose. What stands between + and @ is left out:
-- most mail servers deliver ada+1@ and ada+2@ to ada@.
create function auth_lib.mailbox_marks(to_addresses text[]) returns bytea[]
language sql immutable
as $$
  select array_agg(distinct auth_lib.mark_digest('mailbox', regexp_replace(a.address, '(.)\+[^@]*@', '\1@')))
  from unnest(mailbox_marks.to_addresses) as a (address)
$$;
comment on function auth_lib.mailbox_marks(text[]) is 'The keys of send_marks that limit what goes to some addresses.';
