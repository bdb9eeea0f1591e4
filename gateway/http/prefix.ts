// Every path is served under API_PREFIX too, because @supabase/supabase-js asks for <url>/auth/v1/token.

/**
 * A function from a path as sent to the path of the route table. The prefix is taken off once, as it is spelled. Throws
 * where it begins as the path of a route does: that route would no longer be found.
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
