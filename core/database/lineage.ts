// Timelines of the servers of one URL. A promoted standby starts a new timeline. Of two writable servers with the same
// system identifier, the one on the older timeline is a former primary that must not be used.

/** A connection to a writable server. */
export interface Writable {
  /** The server's system identifier. An upgraded or new server has another one; its timelines cannot be compared. */
  system: string;
  /** Eight hexadecimal digits, as at the start of WAL file names. */
  timeline: string;
  leave(): void;
}

export interface Lineage {
  /** Returns true if a newer timeline of the same system has been seen. */
  isOutdated(server: Pick<Writable, 'system' | 'timeline'>): boolean;
  /**
   * Registers a connection and closes registered connections to former primaries. The returned function unregisters it.
   */
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
