// Steps that cannot run in a transaction (concurrent index builds). Each is one statement, which runs after the
// transaction and is recorded.

import { splitStatements, tokenize } from '../../core/database/lexer.ts';
import { type Names, quoteIdentifier, quoteLiteral } from '../../core/database/names.ts';
import { MigrationRefusedError } from '../../core/database/refusal.ts';
import { type Connection, type Log, runStatement } from './connection.ts';
import type { Inspection } from './inspect.ts';
import { type OnlineStep, qualifyName, type SqlTree } from './tree.ts';

/**
 * Returns the steps that have not run, in order. Throws if a completed step was edited or a step has several
 * statements.
 */
export function pendingOnline(tree: SqlTree, found: Inspection): OnlineStep[] {
  return tree.online.filter((step) => {
    if (splitStatements(step.text).length !== 1)
      throw new MigrationRefusedError(`sql/${step.name} must hold exactly one statement.`);
    const digest = found.online.get(step.name);
    if (digest !== undefined && digest !== step.digest) {
      throw new MigrationRefusedError(
        `sql/${step.name} has changed since this database ran it; add a new step instead.`,
      );
    }
    return digest === undefined;
  });
}

/** Returns the name of the index that a step builds concurrently, or null. */
export function findBuiltIndex(text: string): string | null {
  const words = tokenize(text).filter((token) => token.kind !== 'space' && token.kind !== 'comment');
  const at = words.findIndex((word) => word.text.toLowerCase() === 'concurrently');
  if (words[0]?.text.toLowerCase() !== 'create' || at < 0) return null;
  const rest = words.slice(at + 1);
  const name = rest[0]?.text.toLowerCase() === 'if' ? rest[3] : rest[0];
  if (name === undefined) return null;
  return name.kind === 'quoted_identifier' ? name.text.slice(1, -1).replaceAll('""', '"') : name.text.toLowerCase();
}

/** Returns the statement that records a step. */
export function recordStatement(names: Names, step: OnlineStep): string {
  return `insert into ${qualifyName(names.auth, 'online_steps')} (name, digest, applied_at)
values (${quoteLiteral(step.name)}, ${quoteLiteral(step.digest)}, now())
on conflict on constraint online_steps_pkey do update set digest = excluded.digest, applied_at = excluded.applied_at;`;
}

/** Runs the steps one by one as the owner. */
export async function applyOnline(
  connection: Connection,
  o: { names: Names; steps: OnlineStep[]; log: Log },
): Promise<void> {
  for (const step of o.steps) {
    o.log(`sql/${step.name} runs outside a transaction; on a large table it takes a while, without blocking others`);
    const { names, log } = o;
    await buildOnlineIndex(connection, {
      names,
      schema: names.auth,
      statement: step.text,
      record: recordStatement(names, step),
      log,
    });
  }
}

/**
 * Runs a statement that builds or drops an index concurrently, as the owner role and outside a transaction. Before it,
 * drops an invalid index of an interrupted build. After it, runs `record`, if given.
 */
export async function buildOnlineIndex(
  connection: Connection,
  o: { names: Names; schema: string; statement: string; record?: string; log: Log },
): Promise<void> {
  // No timeout, because the build waits for old transactions without blocking readers or writers.
  await runStatement(connection, `set role ${quoteIdentifier(o.names.role.owner)}; set lock_timeout = 0`);
  try {
    await dropInvalidIndex(connection, o);
    await runStatement(connection, o.statement);
    if (o.record !== undefined) await runStatement(connection, o.record);
  } finally {
    await runStatement(connection, `reset role; set lock_timeout = '2s'`);
  }
}

// Drops an invalid index of an interrupted build, which `if not exists` would not replace.
async function dropInvalidIndex(
  connection: Connection,
  { schema, statement, log }: { schema: string; statement: string; log: Log },
): Promise<void> {
  const index = findBuiltIndex(statement);
  if (index === null) return;
  const rows = await runStatement(
    connection,
    `select from pg_index as i
     join pg_class as c on c.oid = i.indexrelid
     join pg_namespace as s on s.oid = c.relnamespace
     where not i.indisvalid and c.relname = ${quoteLiteral(index)} and s.nspname = ${quoteLiteral(schema)}`,
  );
  if (rows.length === 0) return;
  log(`index ${index} is left over from an interrupted build; dropping it first`);
  await runStatement(connection, `drop index concurrently ${qualifyName(schema, index)}`);
}
