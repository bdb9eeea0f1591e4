// Seals stored values anew under the first key of the ring, so that older keys can be dropped from it.
import type { KeyRing } from '../../core/keys/ring.ts';
import { qualified } from '../migrate/tree.ts';

/** A column that holds values of ring.seal(). */
export interface SealedColumn {
  /** A table of ours, without its schema. */
  table: string;
  /** The id of the row, which is the associated data. */
  key: string;
  column: string;
}

/** Every column that holds sealed values. This release derives all its secrets and stores none, so there is none yet. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [];

/** What resealing needs of a connection: rows of a query with values. */
export type Ask = (text: string, values: readonly unknown[]) => Promise<readonly Record<string, unknown>[]>;

export interface Resealed {
  resealed: number;
  /** Values that no key of the ring opens: their key has left it. */
  lost: number;
}

const BATCH = 500;

/** Walks a column by its key; each value is replaced only if nobody has changed it meanwhile, so it may be run at any time. */
export async function reseal(
  ask: Ask,
  ring: KeyRing,
  o: { schema: string; columns: readonly SealedColumn[] },
): Promise<Resealed> {
  const done: Resealed = { resealed: 0, lost: 0 };
  for (const { table: name, key, column } of o.columns) {
    const table = qualified(o.schema, name);
    let after: unknown = null;
    for (;;) {
      const rows = await ask(
        `select t.${key}::text as id, t.${column} as sealed from ${table} as t
         where t.${column} is not null and ($1::text is null or t.${key}::text > $1) order by t.${key}::text limit ${BATCH}`,
        [after],
      );
      for (const row of rows) await resealRow(ask, ring, { table, key, column }, row, done);
      if (rows.length < BATCH) break;
      after = rows.at(-1)?.id;
    }
  }
  return done;
}

async function resealRow(
  ask: Ask,
  ring: KeyRing,
  { table, key, column }: SealedColumn,
  row: Record<string, unknown>,
  done: Resealed,
): Promise<void> {
  const sealed = String(row.sealed);
  if (Buffer.from(sealed, 'base64url')[0] === ring.sealing_key_id) return;
  const plain = ring.open(sealed, String(row.id));
  if (plain === null) {
    done.lost += 1;
    return;
  }
  const changed = await ask(
    `update ${table} as t set ${column} = $1 where t.${key}::text = $2 and t.${column} = $3 returning 1 as one`,
    [ring.seal(plain, String(row.id)), row.id, sealed],
  );
  done.resealed += changed.length;
}
