-- A table whose rows belong to users, as the demonstration of row-level security. Running it again changes nothing.
\set ON_ERROR_STOP on
select to_regclass('public.notes') is null as missing \gset
\if :missing
begin;

create table public.notes (
  id         bigint generated always as identity primary key,
  user_id    uuid not null default auth.uid() references auth.users (id) on delete cascade,
  body       text not null constraint notes_body_check check (length(body) between 1 and 1000),
  created_at timestamptz not null default now()
);
create index notes_user_id on public.notes (user_id);

alter table public.notes enable row level security;

-- Everybody who is signed in has notes of their own.
create policy own_notes on public.notes to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

-- An access token is valid until it expires. With this a sign-out or a ban counts at once.
create policy live_sessions on public.notes as restrictive to authenticated
  using ((select auth.session_is_live()));

grant select, insert, update, delete on public.notes to authenticated, service_role;

commit;
-- PostgREST listens for this and reads the tables again.
notify pgrst, 'reload schema';
\endif
