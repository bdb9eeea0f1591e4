// Definition of the search index that `postern user index` builds, for tests that need it at once.

export const SEARCH_INDEX = `create index users_search_idx on auth.users using gin ((coalesce(email::text, '') || ' ' || coalesce(phone::text, '')
  || ' ' || raw_user_meta_data::text || ' ' || (raw_app_meta_data - '{provider,providers}'::text[])::text) public.gin_trgm_ops)`;
