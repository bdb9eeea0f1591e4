// Checks the age of transaction ids.
import { quoteIdentifier, quoteLiteral } from '../database/names.ts';
import { type CatalogCheckInput, type Finding, findingWithSql } from './finding.ts';

/**
 * Age in transactions that no table reaches while autovacuum works with its default settings. It is about half of the
 * age at which Postgres rejects writes.
 */
const OLDEST = 1_000_000_000;

/** Finds tables whose transaction ids autovacuum does not freeze. */
export async function checkTransactionIdAge({ ask, names }: CatalogCheckInput): Promise<Finding[]> {
  const rows = await ask<{
    name: string;
    age: string;
  }>(`select c.oid::regclass::text as name, age(c.relfrozenxid)::text as age
     from pg_class as c join pg_namespace as s on s.oid = c.relnamespace
     where s.nspname in (${quoteLiteral(names.auth)}, ${quoteLiteral(names.queue)}) and c.relkind in ('r', 'm')
       and age(c.relfrozenxid) > ${OLDEST}
     order by age(c.relfrozenxid) desc, 1 limit 20`);
  return rows.map(({ name, age }) =>
    findingWithSql(
      'age',
      `${name} has not been frozen for ${age} transactions; at about 2 billion, Postgres rejects writes. A long ` +
        'transaction, a replication slot or a prepared transaction may block autovacuum (pg_stat_activity, pg_replication_slots)',
      [`set role ${quoteIdentifier(names.role.owner)}`, `vacuum (freeze) ${name}`, 'reset role'],
    ),
  );
}
