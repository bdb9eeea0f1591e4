// Serves every path under API_PREFIX as well, because @supabase/supabase-js requests <url>/auth/v1/token.

/**
 * Returns a function that removes the prefix from a request path: at most once, and only in its exact spelling. Throws
 * if a route's own path has the same first segment as the prefix, because routes below the prefix would be unreachable.
 */
export function createPrefixStripper(
  { api_prefix: prefix }: { api_prefix: string },
  routes: readonly { path: string }[],
): (path: string) => string {
  if (prefix === '') return (path) => path;
  const taken = routes.find(({ path }) => firstSegment(path) === firstSegment(prefix));
  if (taken) throw new Error(`SVC_API_PREFIX: must not begin as a path of the API does, and ${taken.path} is one`);
  const below = `${prefix}/`;
  return (path) => (path.startsWith(below) ? path.slice(prefix.length) : path);
}

function firstSegment(path: string): string | undefined {
  return path.split('/')[1];
}
