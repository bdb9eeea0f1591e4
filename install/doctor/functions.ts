// Compares functions in the catalog with the SQL files.

import { splitStatements } from '../../core/database/lexer.ts';
import { identifier, literal, type Names } from '../../core/database/names.ts';
import { asOwner, type Finding, findingWithSql } from '../../core/doctor/finding.ts';
import { run } from '../migrate/connection.ts';
import { PGCRYPTO_DEFAULT } from '../migrate/plan.ts';
import { changedSince } from '../migrate/record.ts';
import { qualified } from '../migrate/tree.ts';
import type { CheckContext } from './check_context.ts';
import { commentStatements } from './comments.ts';
import { lineDifference } from './difference.ts';
import { type WrittenFunction, writtenFunctions } from './parse_functions.ts';
import { writtenGrants } from './parse_grants.ts';

/** A function with its own owner role, because it runs application code. */
export interface SeparatelyOwnedFunction {
  file: string;
  /** Signature as the catalog prints it. */
  signature: string;
  role: string;
  /** Application code that runs with the rights of that role. */
  runs: string;
}

export function separatelyOwnedFunctions({ lib, role }: Names): SeparatelyOwnedFunction[] {
  return [
    { file: 'hooks.sql', name: 'run_hook(text,text,jsonb)', role: role.hooks, runs: 'functions of hooks' },
    { file: 'triggers.sql', name: 'run_delete(uuid)', role: role.triggers, runs: 'triggers of applications' },
    { file: 'triggers.sql', name: 'run_deferred()', role: role.triggers, runs: 'triggers of applications' },
  ].map(({ name, ...apart }) => ({ ...apart, signature: `${identifier(lib)}.${name}` }));
}

interface Installed {
  schema: string;
  name: string;
  signature: string;
  parameters: string;
  returns: string;
  language: string;
  volatility: string;
  definer: boolean;
  strict: boolean;
  parallel: string;
  config: string[];
  body: string;
}

/** Finds functions that are missing or changed, and functions that no file creates. */
export async function checkFunctions(context: CheckContext): Promise<Finding[]> {
  const { connection, names, tree, pgcrypto_schema } = context;
  const { files } = tree.code(pgcrypto_schema ?? PGCRYPTO_DEFAULT);
  const written = writtenFunctions(files);
  const grants = writtenGrants(files.find((file) => file.name === 'grants.sql')?.text ?? '');
  const types = await canonicalTypes(context, written);
  const installed = await run<Installed>(connection, installedQuery([names.auth, names.lib, names.api]));
  const changed = await changedSince(connection, names, { kind: 'function', as_owner: context.as_owner });
  const findings: Finding[] = [];
  for (const wanted of written) {
    const there = installed.filter((f) => f.schema === wanted.schema && f.name === wanted.name);
    const right = there.find((f) => f.parameters === parametersOf(wanted, types));
    const label = `${qualified(wanted.schema, wanted.name)}()`;
    const given = grants.filter((grant) => grant.objects.includes(qualified(wanted.schema, wanted.name)));
    const apart = findSeparatelyOwned(names, wanted);
    const create =
      apart !== undefined
        ? recreateStatements(context, apart)
        : [
            replaceStatement(wanted),
            ...given.map((grant) => grant.statement),
            ...commentStatements(context, 'function', qualified(wanted.schema, wanted.name)),
          ];
    if (right === undefined || resultOf(wanted, types) !== right.returns) {
      const drops = there.map((other) => `drop routine ${other.signature}`);
      const how = there.length === 0 ? 'is missing' : 'has another signature than in';
      const finding = `function ${label} ${how}${there.length === 0 ? '' : ` sql/${wanted.file}`}`;
      findings.push(findingWithSql('functions', finding, asOwner(names, [...drops, ...create])));
      continue;
    }
    // Overloads are dropped before grants, because a grant contains no parameters.
    findings.push(...there.filter((f) => f !== right).map((other) => unknownFunction(context, other)));
    const differing = compare(context, wanted, right, label);
    const since = changed.some((name) => name.startsWith(`${qualified(wanted.schema, wanted.name)}(`));
    if (differing.length === 0 && since) {
      // Replacing cannot remove a parameter's default, so the function is dropped and created again, unless policies
      // depend on it.
      const in_place = wanted.schema === names.auth || apart !== undefined;
      const again = in_place ? create : [`drop routine ${right.signature}`, ...create];
      const finding = `function ${label} was changed after migrate created it: a parameter default or a property`;
      findings.push(findingWithSql('functions', finding, asOwner(names, again)));
    }
    findings.push(...differing);
  }
  const known = new Set(written.map((f) => `${f.schema}.${f.name}`));
  const strangers = installed.filter((f) => !known.has(`${f.schema}.${f.name}`));
  return [...findings, ...strangers.map((stranger) => unknownFunction(context, stranger))];
}

function findSeparatelyOwned(names: Names, { schema, name }: WrittenFunction): SeparatelyOwnedFunction | undefined {
  return separatelyOwnedFunctions(names).find(({ signature }) => signature.startsWith(`${qualified(schema, name)}(`));
}

/** Returns statements that create a function with its own owner role again, with all other statements of its file. */
export function recreateStatements({ tree, pgcrypto_schema }: CheckContext, apart: SeparatelyOwnedFunction): string[] {
  const files = tree.code(pgcrypto_schema ?? PGCRYPTO_DEFAULT).files.filter(({ name }) => name === apart.file);
  const drops = writtenFunctions(files).map(({ schema, name }) => `drop function if exists ${qualified(schema, name)}`);
  const statements = files.flatMap(({ text }) => splitStatements(text));
  return [...drops, ...statements.map((text) => text.replace(/^\s*set local role/i, 'set role'))];
}

function unknownFunction({ names }: CheckContext, { signature }: Installed): Finding {
  const finding = `function ${signature} is in no file of this release`;
  return findingWithSql('functions', finding, asOwner(names, [`drop routine ${signature}`]));
}

function compare(context: CheckContext, wanted: WrittenFunction, there: Installed, label: string): Finding[] {
  const apart = findSeparatelyOwned(context.names, wanted);
  const labels = ['language', 'volatility', 'definer', 'strict', 'parallel', 'body'] as const;
  const differing = labels.filter((key) => wanted[key] !== there[key]).map(String);
  const lost = wanted.config.join('; ') !== there.config.join('; ');
  if (differing.length > 0) {
    const what = [...differing, ...(lost ? ['settings'] : [])].join(', ');
    const finding = `function ${label} differs from sql/${wanted.file}: ${what}`;
    const sql = apart === undefined ? [replaceStatement(wanted)] : recreateStatements(context, apart);
    const mend = findingWithSql('functions', finding, asOwner(context.names, sql));
    return [wanted.body === there.body ? mend : { ...mend, difference: lineDifference(wanted.body, there.body) }];
  }
  if (!lost) return [];
  const actions = wanted.config.map((one) => `set ${one.replace('=', ' = ')}`);
  const foreign = there.config.filter((one) => !wanted.config.some((other) => settingOf(other) === settingOf(one)));
  const statement = `alter function ${there.signature} ${[...foreign.map((one) => `reset ${settingOf(one)}`), ...actions].join(' ')}`;
  const found = there.config.length === 0 ? 'no settings' : literal(there.config.join('; '));
  const right = wanted.config.join('; ') || 'none';
  const finding = `function ${label} runs with ${found} instead of ${right}: the caller's search_path applies`;
  const sql = apart === undefined ? [statement] : recreateStatements(context, apart);
  return [findingWithSql('search_path', finding, asOwner(context.names, sql))];
}

function settingOf(pair: string): string {
  return pair.slice(0, pair.indexOf('='));
}

function replaceStatement(wanted: WrittenFunction): string {
  return wanted.statement.replace(/^create (or replace )?function/i, 'create or replace function');
}

/** Maps type names in the files to the catalog's names. */
async function canonicalTypes(
  context: CheckContext,
  written: readonly WrittenFunction[],
): Promise<Map<string, string>> {
  const types = new Set(written.flatMap((f) => [f.returns, ...f.parameters.map((p) => p.type)]));
  const values = [...types].map(literal).join(', ');
  const rows = await run<{ written: string; name: string | null }>(
    context.connection,
    `select w.name as written, to_regtype(w.name)::text as name from unnest(array[${values}]::text[]) as w (name)`,
  );
  return new Map(rows.map((row) => [row.written, row.name ?? row.written]));
}

function parametersOf(wanted: WrittenFunction, types: ReadonlyMap<string, string>): string {
  return wanted.parameters
    .map((p) => `${p.variadic ? 'VARIADIC ' : ''}${identifier(p.name)} ${types.get(p.type) ?? p.type}`)
    .join(', ');
}

function resultOf(wanted: WrittenFunction, types: ReadonlyMap<string, string>): string {
  return `${wanted.returns_set ? 'SETOF ' : ''}${types.get(wanted.returns) ?? wanted.returns}`;
}

function installedQuery(schemas: readonly string[]): string {
  return `
    select s.nspname as schema, p.proname as name, p.oid::regprocedure::text as signature,
      pg_get_function_identity_arguments(p.oid) as parameters, pg_get_function_result(p.oid) as returns,
      l.lanname as language,
      case p.provolatile when 'i' then 'immutable' when 's' then 'stable' else 'volatile' end as volatility,
      p.prosecdef as definer, p.proisstrict as strict,
      case p.proparallel when 's' then 'safe' when 'r' then 'restricted' else 'unsafe' end as parallel,
      array(select c from unnest(p.proconfig) as c order by c collate "C") as config, p.prosrc as body
    from pg_proc as p join pg_namespace as s on s.oid = p.pronamespace join pg_language as l on l.oid = p.prolang
    where s.nspname in (${schemas.map(literal).join(', ')}) order by 1, 2, 3`;
}
