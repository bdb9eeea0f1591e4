// How a user as auth_lib.user_json answers it is written for clients: without what is null, instants in UTC with Z.

type Row = Readonly<Record<string, unknown>>;

/** How Postgres ends an instant in JSON; the sessions of our roles are in UTC. */
const OFFSET = '+00:00';

/** A user as clients read it. Of its metadata, and of what a provider said of an identity, not a letter is changed. */
export function wireUser(row: Row): Record<string, unknown> {
  const user = written(row);
  if (Array.isArray(user.identities)) user.identities = user.identities.map(written);
  return user;
}

function written(row: Row): Record<string, unknown> {
  const present: Record<string, unknown> = {};
  for (const name in row) {
    const value = row[name];
    if (value === null) continue;
    present[name] = typeof value === 'string' && value.endsWith(OFFSET) && isInstant(name) ? wireTime(value) : value;
  }
  return present;
}

function isInstant(name: string): boolean {
  return name.endsWith('_at') || name === 'banned_until';
}

/** RFC 3339 with at least one digit of a second's fraction: some clients read no other form. */
function wireTime(instant: string): string {
  const local = instant.slice(0, -OFFSET.length);
  return local.includes('.') ? `${local}Z` : `${local}.0Z`;
}
