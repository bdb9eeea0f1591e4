-- Tokens of providers that the server keeps and renews for its users.

-- The tokens of one identity for the provider's own API, sealed. They follow the identity to another account
-- and are deleted with it.
create table auth.provider_tokens (
  user_id      uuid        not null,
  provider     auth.provider_name not null,
  identity_id  uuid        not null,
  id           uuid        not null,
  sealed       text        not null,
  renewable    boolean     not null,
  expires_at   timestamptz,
  leased_until timestamptz,
  updated_at   timestamptz not null,
  constraint provider_tokens_pkey primary key (user_id, provider, identity_id),
  -- The id is part of the seal, so tokens cannot be moved to another row.
  constraint provider_tokens_id_key unique (id),
  constraint provider_tokens_identity_fkey foreign key (user_id, provider, identity_id)
    references auth.identities (user_id, provider, id) on update cascade on delete cascade
);

alter table auth.provider_tokens enable row level security;
