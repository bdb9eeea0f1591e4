// How far a standby is behind, in time and by our own clock alone: since when it lacks what the primary had then. A primary
// that writes nothing lets nobody lag.

export interface Lag {
  /** The primary has come as far as this. */
  note(lsn: string, at_ms: number): void;
  /** Milliseconds for which a standby that has come as far as this lacks something; 0 where it lacks nothing that we know of. */
  of(replayed: string, now_ms: number): number;
}

/** A minute of looks; who lags by more lags by a minute at least. */
const MOST = 240;

export function createLag(): Lag {
  let known: { lsn: bigint; at_ms: number }[] = [];
  return {
    note(lsn, at_ms) {
      const position = parseLsn(lsn);
      const last = known.at(-1)?.lsn;
      if (last === position) return;
      // Another primary, which has not come as far as the former one.
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

/** `16/B374D848`, a place in the WAL. */
function parseLsn(text: string): bigint {
  const [high = '', low = ''] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}
