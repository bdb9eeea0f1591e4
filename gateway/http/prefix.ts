// Serves every path under API_PREFIX as well, because @supabase/supabase-js requests <url>/auth/v1/token.

/**
 * Returns a function that maps a request path to the path in the route table. The prefix is removed once, if spelled
 * exactly. Throws if the prefix is the beginning of a route's path, which would become unreachable.
 */
export function createPrefix(
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
