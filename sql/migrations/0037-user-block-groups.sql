-- 0037: the blocks of users are added up in groups: for a page far behind in a list of a million users hundreds of them were.

-- How many users 40 blocks have that follow one another. `until` is the end of the last of them, with which the group goes; it
-- begins after the group before. The blocks after the last group are in no group yet.
create table auth.user_block_groups (
  aud   text        not null,
  until timestamptz not null,
  users integer     not null,
  constraint user_block_groups_pkey primary key (aud, until),
  constraint user_block_groups_until_fkey foreign key (aud, until) references auth.user_blocks (aud, until) on delete cascade,
  constraint user_block_groups_users_check check (users >= 0)
);
alter table auth.user_block_groups enable row level security;
