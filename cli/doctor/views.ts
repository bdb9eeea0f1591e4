// The views of the auditor and of the functions: there, and still what this release has made.

import { splitStatements } from '../../core/database/lexer.ts';
import { identifier, literal } from '../../core/database/names.ts';
import { run } from '../migrate/connection.ts';
import { PGCRYPTO_DEFAULT } from '../migrate/plan.ts';
import { changedSince } from '../migrate/record.ts';
import { asOwner, type Finding, mendable, type Patient } from './finding.ts';
import { type WrittenGrant, writtenGrants } from './parse_grants.ts';

/** What they show is created anew by every migrate. */
export async function checkViews(patient: Patient): Promise<Finding[]> {
  const { connection, names, tree, pgcrypto_schema } = patient;
  const { files } = tree.code(pgcrypto_schema ?? PGCRYPTO_DEFAULT);
  const file = files.find((one) => one.name === 'views.sql');
  const changed = new Set(await changedSince(connection, names, { kind: 'view', as_owner: patient.as_owner }));
  const findings: Finding[] = [];
  const written = writtenViews(file?.text ?? '');
  const grants = writtenGrants(files.find((one) => one.name === 'grants.sql')?.text ?? '');
  for (const view of written) {
    const there = `select to_regclass(${literal(view.name)}) is not null as there`;
    const [row] = await run<{ there: boolean }>(connection, there);
    if (row?.there !== true) {
      findings.push(mendable('views', `view ${view.name} is missing`, asOwner(names, createOf(view, grants))));
    } else if (changed.has(view.name)) {
      // What reads it goes first, and is made again after it.
      const stale = withReaders(view, written);
      const drops = stale.toReversed().map(({ name }) => `drop view if exists ${name}`);
      const create = stale.flatMap((one) => createOf(one, grants));
      const finding = `view ${view.name} is not what sql/views.sql has made`;
      findings.push(mendable('views', finding, asOwner(names, [...drops, ...create])));
    }
  }
  const known = written.map(({ name }) => name);
  return [...findings, ...(await strangers(patient, known))];
}

interface WrittenView {
  name: string;
  statement: string;
}

function writtenViews(text: string): WrittenView[] {
  return splitStatements(text).flatMap((source) => {
    const statement = source.replace(/^(--[^\n]*\n|\s)+/, '');
    const name = /^create view (\S+)/.exec(statement)?.[1];
    return name === undefined ? [] : [{ name, statement }];
  });
}

/** A view and those that read it, in the order in which they can be made. */
function withReaders(view: WrittenView, written: readonly WrittenView[]): WrittenView[] {
  const stale = [view];
  for (const other of written.slice(written.indexOf(view) + 1)) {
    if (stale.some(({ name }) => other.statement.includes(` ${name} as `))) stale.push(other);
  }
  return stale;
}

function createOf({ name, statement }: WrittenView, grants: readonly WrittenGrant[]): string[] {
  const given = grants.filter(({ kind, objects }) => kind === 'relation' && objects.includes(name));
  return [
    statement.replace(/^create view/, 'create or replace view'),
    ...given.map(
      ({ privileges, roles }) => `grant ${privileges.join(', ')} on ${name} to ${roles.map(identifier).join(', ')}`,
    ),
  ];
}

async function strangers({ connection, names }: Patient, known: readonly string[]): Promise<Finding[]> {
  const own = known.map((name) => `to_regclass(${literal(name)})::oid`);
  const rows = await run<{ name: string }>(
    connection,
    `select c.oid::regclass::text as name from pg_class as c join pg_namespace as s on s.oid = c.relnamespace
     where s.nspname in (${literal(names.lib)}, ${literal(names.api)}) and c.relkind = 'v' and not coalesce(c.oid = any (array[${own.join(', ')}]::oid[]), false) order by 1`,
  );
  return rows.map(({ name }) =>
    mendable('views', `view ${name} is in no file of this release`, asOwner(names, [`drop view ${name}`])),
  );
}
