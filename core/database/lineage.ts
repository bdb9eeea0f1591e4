// Tracks the timelines of the servers of a URL. A promoted standby starts a new timeline. If two writable servers
// have the same system identifier, the one on the older timeline is a former primary, which must not be used.

/** A connection to a writable server. */
export interface WritableConnection {
  /** System identifier of the server. Timelines of servers with different identifiers cannot be compared. */
  system: string;
  /** Timeline as eight hexadecimal digits, as at the start of WAL file names. */
  timeline: string;
  leave(): void;
}

export interface TimelineTracker {
  /** Returns true if a connection to the same system on a newer timeline was registered before. */
  isOutdated(server: Pick<WritableConnection, 'system' | 'timeline'>): boolean;
  /**
   * Registers a connection and closes registered connections to former primaries. Returns the function that
   * unregisters it.
   */
  join(connection: WritableConnection): () => void;
}

export function createTimelineTracker(): TimelineTracker {
  const newest = new Map<string, string>();
  const connections = new Set<WritableConnection>();
  const isOutdated: TimelineTracker['isOutdated'] = ({ system, timeline }) => timeline < (newest.get(system) ?? '');
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
