-- The marks that space a message: that of its purpose, and where that is kept by user, as for a change of address, those of
-- the addresses it goes to. Else sixty accounts would send sixty messages to one stranger.
create function auth_lib.message_marks(purpose text, holder text, to_addresses text[]) returns bytea[]
language sql immutable
as $$
  select array_agg(distinct auth_lib.mark_digest(
    case message_marks.purpose when 'recovery' then 'link' else message_marks.purpose end, a.address))
  from unnest(case when message_marks.purpose in ('email_change', 'phone_change')
    then array_append(message_marks.to_addresses, message_marks.holder) else array[message_marks.holder] end) as a (address)
$$;
comment on function auth_lib.message_marks(text, text, text[]) is 'The keys of send_marks that space a message.';
