-- Sets app_metadata.provider and providers from the identities a user has now; without any, provider stays.
create function auth_lib.refresh_providers(person auth.users) returns jsonb
language plpgsql stable
as $$
begin
  return (
    select (refresh_providers.person).app_metadata || jsonb_strip_nulls(jsonb_build_object(
      'provider', p.providers -> 0, 'providers', p.providers))
    from (
      select coalesce(jsonb_agg(d.provider order by d.first, d.provider), '[]') as providers
      from (
        select i.provider, min(i.created_at) as first
        from auth.identities as i
        where i.user_id = (refresh_providers.person).id
        group by i.provider
      ) as d
    ) as p
  );
end
$$;
comment on function auth_lib.refresh_providers(auth.users) is 'A user''s app_metadata with provider and providers recomputed from its identities.';
