// Checks maintenance: expired rows, nearly exhausted sequences, an unfinished import, and imported password hashes.

import { quoteLiteral } from '../../core/database/names.ts';
import { type Finding, findingWithAdvice, findingWithSql, runAsOwnerSql } from '../../core/doctor/finding.ts';
import { runStatement } from '../migrate/connection.ts';
import { unfinishedImportPhase } from '../migrate/inspect.ts';
import { qualifyName } from '../migrate/tree.ts';
import type { CheckContext } from './check_context.ts';
import { queryAsOwner } from './query_as_owner.ts';

/** Tables that purge_expired() purges every minute, with the column of their expiry. */
const EXPIRY_COLUMNS: [table: string, column: string][] = [
  ['one_time_tokens', 'expires_at'],
  ['consumed_codes', 'expires_at'],
  ['consumed_id_tokens', 'expires_at'],
  ['consumed_assertions', 'expires_at'],
  ['consumed_web3_messages', 'expires_at'],
  ['passkey_challenges', 'expires_at'],
];

/** Finds expired rows that the worker should have deleted. */
export async function checkPurge(context: CheckContext): Promise<Finding[]> {
  const looks = EXPIRY_COLUMNS.map(([table, column]) => {
    const from = `from ${qualifyName(context.names.auth, table)} as t where t.${column} < now() - interval '2 days'`;
    return `select ${quoteLiteral(table)} as name where exists (select ${from})`;
  });
  const rows = await queryAsOwner<{ name: string }>(context, `${looks.join('\nunion all\n')}\norder by 1`);
  if (rows.length === 0) return [];
  const finding = `rows that expired more than two days ago are not deleted: ${rows.map(({ name }) => name).join(', ')}`;
  return [findingWithAdvice('purge', finding, 'no worker deletes them; run: npx postern worker')];
}

/** Finds an unfinished import. Requests fail until it is finished or reverted. */
export async function checkImport(context: CheckContext): Promise<Finding[]> {
  const phase = await unfinishedImportPhase(context.connection, context.names);
  if (phase === null) return [];
  const advice = '"npx postern import gotrue --apply" resumes it, "npx postern import gotrue --revert" undoes it';
  return [findingWithAdvice('import', `an import is not finished (${phase}): all requests fail until it is`, advice)];
}

/** Finds sequences that are nearly exhausted. An exhausted sequence blocks inserts into its table. */
export async function checkSequences({ connection, names }: CheckContext): Promise<Finding[]> {
  const rows = await runStatement<{ name: string; left: string }>(
    connection,
    `select c.oid::regclass::text as name, (q.seqmax - coalesce(pg_sequence_last_value(c.oid), q.seqstart))::text as left
     from pg_sequence as q join pg_class as c on c.oid = q.seqrelid join pg_namespace as s on s.oid = c.relnamespace
     where s.nspname in (${quoteLiteral(names.auth)}, ${quoteLiteral(names.queue)}) and not q.seqcycle
       and coalesce(pg_sequence_last_value(c.oid), q.seqstart) > q.seqmax * 0.9
     order by 1`,
  );
  return rows.map(({ name, left }) =>
    findingWithSql(
      'sequences',
      `sequence ${name} has ${left} number(s) left; then inserts fail`,
      runAsOwnerSql(names, [`alter sequence ${name} no maxvalue`]),
    ),
  );
}

/**
 * Returns a note with the number of password hashes that were imported from other systems. Each is replaced when its
 * user signs in.
 */
export async function foreignHashNotes(context: CheckContext): Promise<string[]> {
  const [row] = await queryAsOwner<{ many: number }>(
    context,
    `select count(*)::int as many from (
       select from ${qualifyName(context.names.auth, 'passwords')} as p where p.hash !~ '^\\$2' limit 100001) as f`,
  );
  const many = row?.many ?? 0;
  if (many === 0) return [];
  const shown = many > 100_000 ? 'more than 100000' : String(many);
  return [
    `${shown} password(s) are hashes of another system (argon2, Firebase's scrypt); each is replaced when its user signs in`,
  ];
}
