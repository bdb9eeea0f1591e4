// Checks the auditor's views: each must exist and be unchanged.

import { splitStatements } from '../../core/database/lexer.ts';
import { quoteIdentifier, quoteLiteral } from '../../core/database/names.ts';
import { type Finding, findingWithSql, runAsOwnerSql } from '../../core/doctor/finding.ts';
import { runStatement } from '../migrate/connection.ts';
import { PGCRYPTO_DEFAULT } from '../migrate/plan.ts';
import { listChangedObjects } from '../migrate/record.ts';
import type { CheckContext } from './check_context.ts';
import { commentStatements } from './comments.ts';

/** Finds views that are missing, changed, or in no file of this release. */
export async function checkViews(context: CheckContext): Promise<Finding[]> {
  const { connection, names, tree, pgcrypto_schema } = context;
  const file = tree.code(pgcrypto_schema ?? PGCRYPTO_DEFAULT).files.find((one) => one.name === 'views.sql');
  const changed = new Set(await listChangedObjects(connection, names, { kind: 'view', as_owner: context.as_owner }));
  const written = splitStatements(file?.text ?? '').flatMap((source) => {
    const statement = source.replace(/^(--[^\n]*\n|\s)+/, '');
    const name = /^create view (\S+)/.exec(statement)?.[1];
    return name === undefined ? [] : [{ name, statement }];
  });
  const known = written.map(({ name }) => name);
  const rows = await runStatement<{ name: string }>(
    connection,
    `select w.name from unnest(array[${known.map(quoteLiteral).join(', ')}]::text[]) as w (name) where to_regclass(w.name) is not null`,
  );
  const there = new Set(rows.map(({ name }) => name));
  const findings: Finding[] = [];
  for (const { name, statement } of written) {
    const grant = `grant select on ${name} to ${quoteIdentifier(names.role.auditor)}`;
    const create = [statement, grant, ...commentStatements(context, 'view', name)];
    if (!there.has(name))
      findings.push(findingWithSql('views', `view ${name} is missing`, runAsOwnerSql(names, create)));
    else if (changed.has(name)) {
      const finding = `view ${name} differs from sql/views.sql`;
      findings.push(findingWithSql('views', finding, runAsOwnerSql(names, [`drop view ${name}`, ...create])));
    }
  }
  return [...findings, ...(await findUnknownViews(context, known))];
}

async function findUnknownViews({ connection, names }: CheckContext, known: readonly string[]): Promise<Finding[]> {
  const own = known.map((name) => `to_regclass(${quoteLiteral(name)})::oid`);
  const rows = await runStatement<{ name: string }>(
    connection,
    `select c.oid::regclass::text as name from pg_class as c join pg_namespace as s on s.oid = c.relnamespace
     where s.nspname = ${quoteLiteral(names.api)} and c.relkind = 'v' and not coalesce(c.oid = any (array[${own.join(', ')}]::oid[]), false) order by 1`,
  );
  return rows.map(({ name }) =>
    findingWithSql('views', `view ${name} is in no file of this release`, runAsOwnerSql(names, [`drop view ${name}`])),
  );
}
