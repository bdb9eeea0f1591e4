// The hosts of a database URL and their state. Pools with the same hosts and session attributes share a list.
import { createTimelineTracker, type TimelineTracker } from './lineage.ts';
import type { SessionAttributes } from './session_attributes.ts';

export interface Host {
  host: string;
  port: number;
}

/** The hosts of a URL, in the order in which the next connection tries them. */
export interface HostList {
  readonly hosts: readonly Host[];
  /** Timelines of the hosts. */
  readonly lineage: TimelineTracker;
  worked(host: Host): void;
  failed(host: Host): void;
}

const known = new Map<string, HostList>();

/** Returns the host list for these hosts. The host that last worked comes first; hosts that failed come last. */
export function sharedHostList(hosts: readonly Host[], wanted: SessionAttributes): HostList {
  const key = JSON.stringify([hosts, wanted]);
  const list = known.get(key) ?? createHostList(hosts);
  known.set(key, list);
  return list;
}

function createHostList(hosts: readonly Host[]): HostList {
  let order = [...hosts];
  const others = (host: Host): Host[] => order.filter((other) => other !== host);
  return {
    get hosts() {
      return order;
    },
    lineage: createTimelineTracker(),
    worked(host) {
      order = [host, ...others(host)];
    },
    failed(host) {
      order = [...others(host), host];
    },
  };
}
