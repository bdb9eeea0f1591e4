// Compares the domains in the catalog with those of this release.
import { quoteIdentifier } from '../../core/database/names.ts';
import { type Finding, findingWithAdvice, findingWithSql, runAsOwnerSql } from '../../core/doctor/finding.ts';
import { runStatement } from '../migrate/connection.ts';
import { type Domain, readDomains } from './catalog.ts';
import type { CheckContext } from './check_context.ts';
import { readOwnSchema } from './tables.ts';
import { parseDomains } from './written_tables.ts';

/** Returns the domains of this release, from its snapshot. */
export function parseOwnDomains(context: Pick<CheckContext, 'names'>): Domain[] {
  return parseDomains(readOwnSchema(context));
}

export async function checkDomains(context: CheckContext): Promise<Finding[]> {
  const { connection, names } = context;
  const asker = { unsafe: (text: string) => runStatement<Record<string, unknown>>(connection, text) };
  const there = await readDomains(asker, names.auth);
  const types = await runStatement<{ name: string; base: string }>(
    connection,
    `select t.oid::regtype::text as name, format_type(t.typbasetype, t.typtypmod) as base from pg_type as t where t.typtype = 'd'`,
  );
  return parseOwnDomains(context).flatMap(({ name, base, constraint }) => {
    const type = types.find((one) => one.name === name);
    if (type?.base !== base) {
      const advice = `its definition is\ncreate domain ${name} as ${base} constraint ${constraint.name} ${constraint.definition};`;
      return [findingWithAdvice('domains', `${name} is ${type === undefined ? 'missing' : `of ${type.base}`}`, advice)];
    }
    const drop = (check: string): string => `alter domain ${name} drop constraint if exists ${quoteIdentifier(check)}`;
    const found = there.filter((one) => one.name === name).map((one) => one.constraint);
    const strange = found.filter((one) => one.name !== constraint.name);
    const lost = found.every((one) => one.name !== constraint.name || one.definition !== constraint.definition);
    const add = `alter domain ${name} add constraint ${quoteIdentifier(constraint.name)} ${constraint.definition}`;
    return [
      ...(lost
        ? [
            findingWithSql(
              'domains',
              `${name} lacks a constraint: ${constraint.definition}`,
              runAsOwnerSql(names, [drop(constraint.name), add]),
            ),
          ]
        : []),
      ...strange.map((one) =>
        findingWithSql(
          'domains.constraint',
          `${name} has a foreign constraint: ${one.name} ${one.definition}`,
          runAsOwnerSql(names, [drop(one.name)]),
        ),
      ),
    ];
  });
}
