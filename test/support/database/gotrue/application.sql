-- Sample application on supabase/auth, written as in public guides.
do $$
declare
  v_role text;
begin
  foreach v_role in array array['role gotrue_app_owner nologin'] loop
    begin
      execute 'create ' || v_role;
    exception when duplicate_object or unique_violation then
      null;   -- roles are shared by the server: another test has created it
    end;
  end loop;
end
$$;
grant usage on schema auth to gotrue_app_owner;
grant select on auth.users to gotrue_app_owner;

create table public.profiles (
  id uuid not null references auth.users on delete cascade,
  updated_at timestamp with time zone,
  full_name text,
  avatar_url text,
  owner_email text default auth.email(),
  constraint profiles_pkey primary key (id)
);
comment on constraint profiles_id_fkey on public.profiles is 'A profile goes with its user.';
alter table public.profiles enable row level security;
create policy "Public profiles are viewable by everyone." on public.profiles for select using (true);
create policy "Users can insert their own profile." on public.profiles for insert with check ((select auth.uid()) = id);
create policy "Users can update own profile." on public.profiles for update using ((select auth.uid()) = id);
create policy "Confirmed users delete" on public.profiles for delete to authenticated
  using (exists (select 1 from auth.users u where u.id = profiles.id and u.email_confirmed_at is not null and u.email = auth.email()));

create table public.notes (
  id bigint generated always as identity primary key,
  author uuid default auth.uid() references auth.users (id) on delete set null deferrable initially deferred,
  text text
);
alter table public.notes enable row level security;
create policy own on public.notes using (author = auth.uid() and auth.role() = 'authenticated' and (auth.jwt() ->> 'aal') is not null);

create function public.handle_new_user() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into public.profiles (id, full_name, avatar_url)
  values (new.id, new.raw_user_meta_data ->> 'full_name', new.raw_user_meta_data ->> 'avatar_url');
  return new;
end;
$$;
create trigger on_auth_user_created after insert on auth.users for each row execute procedure public.handle_new_user();
create trigger on_auth_user_renamed after update of raw_user_meta_data on auth.users for each row
  when (old.raw_user_meta_data is distinct from new.raw_user_meta_data) execute procedure public.handle_new_user();
alter table auth.users disable trigger on_auth_user_renamed;

create view public.people with (security_invoker = false) as
  select u.id, u.email, u.phone, u.raw_user_meta_data ->> 'full_name' as full_name, u.encrypted_password, u.confirmed_at, u.role
  from auth.users u where u.deleted_at is null;
comment on view public.people is 'Who is here.';
alter view public.people owner to gotrue_app_owner;
grant select on public.people to authenticated, service_role;
create view public.people_named as select p.id, p.full_name from public.people p where p.full_name is not null;

create function public.user_count() returns bigint language sql stable security definer set search_path = '' as $$ select count(*) from auth.users $$;
create function public.email_of(person uuid) returns text language sql stable security definer
  begin atomic select u.email::text from auth.users u where u.id = person; end;
create function public.custom_access_token_hook(event jsonb) returns jsonb language plpgsql stable as $$
begin
  return event;
end
$$;
