// What time does to a database that nobody looks after: rows that are not purged, numbers that run out, an import left half-done.

import { identifier, literal } from '../../core/database/names.ts';
import { run } from '../migrate/connection.ts';
import { halfImported } from '../migrate/inspect.ts';
import { qualified } from '../migrate/tree.ts';
import { advised, asOwner, type Finding, mendable, type Patient } from './finding.ts';
import { read } from './reading.ts';

/** What purge_expired() deletes every minute, and by when it is certainly gone. */
const PASSING: [table: string, column: string][] = [
  ['one_time_tokens', 'expires_at'],
  ['spent_codes', 'expires_at'],
  ['spent_id_tokens', 'expires_at'],
  ['spent_web3_messages', 'expires_at'],
  ['passkey_challenges', 'expires_at'],
];

/** Rows that a worker would have deleted long ago. */
export async function checkPurge(patient: Patient): Promise<Finding[]> {
  const looks = PASSING.map(([table, column]) => {
    const from = `from ${qualified(patient.names.auth, table)} as t where t.${column} < now() - interval '2 days'`;
    return `select ${literal(table)} as name where exists (select ${from})`;
  });
  const rows = await read<{ name: string }>(patient, `${looks.join('\nunion all\n')}\norder by 1`);
  if (rows.length === 0) return [];
  const finding = `rows that expired more than two days ago are still there: ${rows.map(({ name }) => name).join(', ')}`;
  return [advised('purge', finding, 'no worker purges them; run: npx postern worker')];
}

/** Nobody is served before it is done or taken back. */
export async function checkImport(patient: Patient): Promise<Finding[]> {
  const phase = await halfImported(patient.connection, patient.names);
  if (phase === null) return [];
  const advice =
    '"npx postern import gotrue --apply" goes on with it, "npx postern import gotrue --revert" takes it back';
  return [advised('import', `an import has begun and is not done (${phase}): nobody is served until it is`, advice)];
}

/** A sequence at its end stops every insert. */
export async function checkSequences({ connection, names }: Patient): Promise<Finding[]> {
  const rows = await run<{ name: string; left: string }>(
    connection,
    `select c.oid::regclass::text as name, (q.seqmax - coalesce(pg_sequence_last_value(c.oid), q.seqstart))::text as left
     from pg_sequence as q join pg_class as c on c.oid = q.seqrelid join pg_namespace as s on s.oid = c.relnamespace
     where s.nspname in (${literal(names.auth)}, ${literal(names.queue)}) and not q.seqcycle
       and coalesce(pg_sequence_last_value(c.oid), q.seqstart) > q.seqmax * 0.9
     order by 1`,
  );
  return rows.map(({ name, left }) =>
    mendable(
      'sequences',
      `sequence ${name} has ${left} number(s) left, and then no row can be added`,
      asOwner(names, [`alter sequence ${name} no maxvalue`]),
    ),
  );
}

/** Half of the transaction ids after which Postgres stops taking writes, and far beyond what autovacuum lets come. */
const OLDEST = 1_000_000_000;

/** Tables whose rows autovacuum has not frozen, because something stops it. */
export async function checkAge({ connection, names }: Patient): Promise<Finding[]> {
  const rows = await run<{ name: string; age: string }>(
    connection,
    `select c.oid::regclass::text as name, age(c.relfrozenxid)::text as age
     from pg_class as c join pg_namespace as s on s.oid = c.relnamespace
     where s.nspname in (${literal(names.auth)}, ${literal(names.queue)}) and c.relkind in ('r', 'm')
       and age(c.relfrozenxid) > ${OLDEST}
     order by age(c.relfrozenxid) desc, 1 limit 20`,
  );
  return rows.map(({ name, age }) =>
    mendable(
      'age',
      `${name} has not been frozen for ${age} transactions; at about 2 billion Postgres takes no more writes. A long ` +
        'transaction, a replication slot or a prepared transaction may hold autovacuum back (pg_stat_activity, pg_replication_slots)',
      [`set role ${identifier(names.role.owner)}`, `vacuum (freeze) ${name}`, 'reset role'],
    ),
  );
}

/** How many passwords are hashes of another system; they are replaced as their users sign in. */
export async function foreignHashes(patient: Patient): Promise<string[]> {
  const [row] = await read<{ many: number }>(
    patient,
    `select count(*)::int as many from (
       select from ${qualified(patient.names.auth, 'passwords')} as p where p.hash !~ '^\\$2' limit 100001) as f`,
  );
  const many = row?.many ?? 0;
  if (many === 0) return [];
  const shown = many > 100_000 ? 'more than 100000' : String(many);
  return [
    `${shown} password(s) are hashes of another system (argon2, Firebase's scrypt); each is replaced when its user signs in`,
  ];
}
