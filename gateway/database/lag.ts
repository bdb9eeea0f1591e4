// Measures the replication lag of a standby by the gateway's clock: how long ago the primary already had WAL that the
// standby has not replayed.

export interface LagMeter {
  /** Records the primary's WAL position. */
  note(lsn: string, at_ms: number): void;
  /** Returns the lag in milliseconds of a standby that has replayed up to this position. */
  of(replayed: string, now_ms: number): number;
}

/**
 * Maximum number of remembered positions: at four per second, one minute. If the standby is behind all of them, its lag
 * is the age of the oldest one.
 */
const MOST = 240;

export function createLagMeter(): LagMeter {
  let known: { lsn: bigint; at_ms: number }[] = [];
  return {
    note(lsn, at_ms) {
      const position = parseLsn(lsn);
      const last = known.at(-1)?.lsn;
      if (last === position) return;
      // The position went back, because a standby without the latest WAL was promoted.
      if (last !== undefined && position < last) known = [];
      known.push({ lsn: position, at_ms });
      if (known.length > MOST) known.shift();
    },
    of(replayed, now_ms) {
      const position = parseLsn(replayed);
      const missing = known.find(({ lsn }) => lsn > position);
      return missing === undefined ? 0 : now_ms - missing.at_ms;
    },
  };
}

/** Parses an LSN such as `16/B374D848`. */
function parseLsn(text: string): bigint {
  const [high = '', low = ''] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}
