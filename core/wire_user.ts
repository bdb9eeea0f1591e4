// Converts a user of auth_lib.user_json to the wire format: without null members, times in UTC with Z.

type Row = Readonly<Record<string, unknown>>;

/** Suffix of a time in Postgres' JSON. The sessions of Postern's roles use UTC. */
const OFFSET = '+00:00';

/** Returns a user in the wire format. Metadata and identity data are not changed. */
export function toWireUser(row: Row): Record<string, unknown> {
  const user = formatWireRow(row);
  if (Array.isArray(user.identities)) user.identities = user.identities.map(formatWireRow);
  return user;
}

function formatWireRow(row: Row): Record<string, unknown> {
  const present: Record<string, unknown> = {};
  for (const name in row) {
    const value = row[name];
    if (value === null) continue;
    present[name] =
      typeof value === 'string' && value.endsWith(OFFSET) && isInstant(name) ? formatWireTime(value) : value;
  }
  return present;
}

function isInstant(name: string): boolean {
  return name.endsWith('_at') || name === 'banned_until';
}

/** Returns a time in RFC 3339 with at least one fractional digit, which some clients require. */
function formatWireTime(instant: string): string {
  const local = instant.slice(0, -OFFSET.length);
  return local.includes('.') ? `${local}Z` : `${local}.0Z`;
}
