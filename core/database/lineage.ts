// Timelines of the servers of one URL. A promoted standby begins a new timeline, so of two servers that take writes and have one
// system identifier, the one on the older timeline is a former primary that should not run.

/** A connection to a server that takes writes. */
export interface Writable {
  /** The server's system identifier: an upgraded or newly made server has its own, and their timelines cannot be compared. */
  system: string;
  /** Eight hexadecimal digits, as the names of WAL files begin. */
  timeline: string;
  leave(): void;
}

export interface Lineage {
  /** Returns true if a newer timeline of the same system has been seen. */
  isOutdated(server: Pick<Writable, 'system' | 'timeline'>): boolean;
  /** Registers a connection and leaves those to former primaries; the result forgets it. */
  join(connection: Writable): () => void;
}

export function createLineage(): Lineage {
  const newest = new Map<string, string>();
  const connections = new Set<Writable>();
  const isOutdated: Lineage['isOutdated'] = ({ system, timeline }) => timeline < (newest.get(system) ?? '');
  return {
    isOutdated,
    join(connection) {
      const { system, timeline } = connection;
      if (timeline > (newest.get(system) ?? '')) newest.set(system, timeline);
      connections.add(connection);
      for (const other of connections) if (isOutdated(other)) other.leave();
      return () => void connections.delete(connection);
    },
  };
}
