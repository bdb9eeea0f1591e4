-- Metadata after an update: top-level members replace, a null removes its member, nested objects are replaced whole.
create function auth_lib.merge_metadata(old jsonb, new jsonb) returns jsonb
language plpgsql immutable
as $$
begin
  return (
    select coalesce(jsonb_object_agg(m.key, m.value), '{}')
    from jsonb_each(merge_metadata.old || coalesce(merge_metadata.new, '{}')) as m
    where not (coalesce(merge_metadata.new, '{}') ? m.key and m.value = 'null')
  );
end
$$;
comment on function auth_lib.merge_metadata(jsonb, jsonb) is 'Merges an update into metadata; null deletes a member.';
