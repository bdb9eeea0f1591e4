-- A JSON array of strings as text[].
create function auth_lib.text_array(list jsonb) returns text[]
language plpgsql immutable
as $$
begin
  return (
    select coalesce(array_agg(e.value order by e.place), '{}')
    from jsonb_array_elements_text(text_array.list) with ordinality as e (value, place)
  );
end
$$;
comment on function auth_lib.text_array(jsonb) is 'A JSON array of strings as an array of text.';
