// Compares functions in the catalog with the SQL files.

import { splitStatements } from '../../core/database/lexer.ts';
import { type Names, quoteIdentifier, quoteLiteral } from '../../core/database/names.ts';
import { type Finding, findingWithSql, runAsOwnerSql } from '../../core/doctor/finding.ts';
import { runStatement } from '../migrate/connection.ts';
import { PGCRYPTO_DEFAULT } from '../migrate/plan.ts';
import { listChangedObjects } from '../migrate/record.ts';
import { qualifyName } from '../migrate/tree.ts';
import type { CheckContext } from './check_context.ts';
import { commentStatements } from './comments.ts';
import { lineDifference } from './difference.ts';
import { parseFunctions, type WrittenFunction } from './parse_functions.ts';
import { parseGrants } from './parse_grants.ts';

/** A function with its own owner role, because it runs application code. */
export interface FunctionWithOwnOwner {
  file: string;
  /** Signature as the catalog prints it. */
  signature: string;
  role: string;
  /** Application code that runs with the rights of that role. */
  runs: string;
}

export function functionsWithOwnOwner({ lib, role }: Names): FunctionWithOwnOwner[] {
  return [
    { file: 'hooks.sql', name: 'run_hook(text,text,jsonb)', role: role.hooks, runs: 'functions of hooks' },
    { file: 'triggers.sql', name: 'run_delete(uuid)', role: role.triggers, runs: 'triggers of applications' },
    { file: 'triggers.sql', name: 'run_deferred()', role: role.triggers, runs: 'triggers of applications' },
  ].map(({ name, ...apart }) => ({ ...apart, signature: `${quoteIdentifier(lib)}.${name}` }));
}

interface InstalledFunction {
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
  const written = parseFunctions(files);
  const grants = parseGrants(files.find((file) => file.name === 'grants.sql')?.text ?? '');
  const types = await canonicalTypes(context, written);
  const installed = await runStatement<InstalledFunction>(
    connection,
    installedFunctionsQuery([names.auth, names.lib, names.api]),
  );
  const changed = await listChangedObjects(connection, names, { kind: 'function', as_owner: context.as_owner });
  const findings: Finding[] = [];
  for (const wanted of written) {
    const there = installed.filter((f) => f.schema === wanted.schema && f.name === wanted.name);
    const right = there.find((f) => f.parameters === parameterList(wanted, types));
    const label = `${qualifyName(wanted.schema, wanted.name)}()`;
    const given = grants.filter((grant) => grant.objects.includes(qualifyName(wanted.schema, wanted.name)));
    const apart = findFunctionWithOwnOwner(names, wanted);
    const create =
      apart !== undefined
        ? recreateStatements(context, apart)
        : [
            replaceStatement(wanted),
            ...given.map((grant) => grant.statement),
            ...commentStatements(context, 'function', qualifyName(wanted.schema, wanted.name)),
          ];
    if (right === undefined || resultType(wanted, types) !== right.returns) {
      const drops = there.map((other) => `drop routine ${other.signature}`);
      const how = there.length === 0 ? 'is missing' : 'has another signature than in';
      const finding = `function ${label} ${how}${there.length === 0 ? '' : ` sql/${wanted.file}`}`;
      findings.push(findingWithSql('functions', finding, runAsOwnerSql(names, [...drops, ...create])));
      continue;
    }
    // Overloads are dropped before grants, because a grant names a function without its parameters and is ambiguous
    // until then.
    findings.push(...there.filter((f) => f !== right).map((other) => unknownFunctionFinding(context, other)));
    const differing = compareFunction(context, wanted, right, label);
    const since = changed.some((name) => name.startsWith(`${qualifyName(wanted.schema, wanted.name)}(`));
    if (differing.length === 0 && since) {
      // Replacing a function cannot remove a parameter's default, so the function is dropped first. Functions in auth
      // are only replaced, because policies of applications may depend on them. For a function with its own owner,
      // `create` contains the drop.
      const in_place = wanted.schema === names.auth || apart !== undefined;
      const again = in_place ? create : [`drop routine ${right.signature}`, ...create];
      const finding = `function ${label} was changed after migrate created it: a parameter default or a property`;
      findings.push(findingWithSql('functions', finding, runAsOwnerSql(names, again)));
    }
    findings.push(...differing);
  }
  const known = new Set(written.map((f) => `${f.schema}.${f.name}`));
  const strangers = installed.filter((f) => !known.has(`${f.schema}.${f.name}`));
  return [...findings, ...strangers.map((stranger) => unknownFunctionFinding(context, stranger))];
}

function findFunctionWithOwnOwner(names: Names, { schema, name }: WrittenFunction): FunctionWithOwnOwner | undefined {
  return functionsWithOwnOwner(names).find(({ signature }) => signature.startsWith(`${qualifyName(schema, name)}(`));
}

/** Returns the statements that drop all functions of the file that defines `apart` and run this file again. */
export function recreateStatements({ tree, pgcrypto_schema }: CheckContext, apart: FunctionWithOwnOwner): string[] {
  const files = tree.code(pgcrypto_schema ?? PGCRYPTO_DEFAULT).files.filter(({ name }) => name === apart.file);
  const drops = parseFunctions(files).map(({ schema, name }) => `drop function if exists ${qualifyName(schema, name)}`);
  const statements = files.flatMap(({ text }) => splitStatements(text));
  return [...drops, ...statements.map((text) => text.replace(/^\s*set local role/i, 'set role'))];
}

function unknownFunctionFinding({ names }: CheckContext, { signature }: InstalledFunction): Finding {
  const finding = `function ${signature} is in no file of this release`;
  return findingWithSql('functions', finding, runAsOwnerSql(names, [`drop routine ${signature}`]));
}

function compareFunction(
  context: CheckContext,
  wanted: WrittenFunction,
  there: InstalledFunction,
  label: string,
): Finding[] {
  const apart = findFunctionWithOwnOwner(context.names, wanted);
  const labels = ['language', 'volatility', 'definer', 'strict', 'parallel', 'body'] as const;
  const differing = labels.filter((key) => wanted[key] !== there[key]).map(String);
  const lost = wanted.config.join('; ') !== there.config.join('; ');
  if (differing.length > 0) {
    const what = [...differing, ...(lost ? ['settings'] : [])].join(', ');
    const finding = `function ${label} differs from sql/${wanted.file}: ${what}`;
    const sql = apart === undefined ? [replaceStatement(wanted)] : recreateStatements(context, apart);
    const mend = findingWithSql('functions', finding, runAsOwnerSql(context.names, sql));
    return [wanted.body === there.body ? mend : { ...mend, difference: lineDifference(wanted.body, there.body) }];
  }
  if (!lost) return [];
  const actions = wanted.config.map((one) => `set ${one.replace('=', ' = ')}`);
  const foreign = there.config.filter((one) => !wanted.config.some((other) => settingName(other) === settingName(one)));
  const statement = `alter function ${there.signature} ${[...foreign.map((one) => `reset ${settingName(one)}`), ...actions].join(' ')}`;
  const found = there.config.length === 0 ? 'no settings' : quoteLiteral(there.config.join('; '));
  const right = wanted.config.join('; ') || 'none';
  const finding = `function ${label} runs with ${found} instead of ${right}: the caller's search_path applies`;
  const sql = apart === undefined ? [statement] : recreateStatements(context, apart);
  return [findingWithSql('search_path', finding, runAsOwnerSql(context.names, sql))];
}

function settingName(pair: string): string {
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
  const values = [...types].map(quoteLiteral).join(', ');
  const rows = await runStatement<{ written: string; name: string | null }>(
    context.connection,
    `select w.name as written, to_regtype(w.name)::text as name from unnest(array[${values}]::text[]) as w (name)`,
  );
  return new Map(rows.map((row) => [row.written, row.name ?? row.written]));
}

function parameterList(wanted: WrittenFunction, types: ReadonlyMap<string, string>): string {
  return wanted.parameters
    .map((p) => `${p.variadic ? 'VARIADIC ' : ''}${quoteIdentifier(p.name)} ${types.get(p.type) ?? p.type}`)
    .join(', ');
}

function resultType(wanted: WrittenFunction, types: ReadonlyMap<string, string>): string {
  return `${wanted.returns_set ? 'SETOF ' : ''}${types.get(wanted.returns) ?? wanted.returns}`;
}

function installedFunctionsQuery(schemas: readonly string[]): string {
  return `
    select s.nspname as schema, p.proname as name, p.oid::regprocedure::text as signature,
      pg_get_function_identity_arguments(p.oid) as parameters, pg_get_function_result(p.oid) as returns,
      l.lanname as language,
      case p.provolatile when 'i' then 'immutable' when 's' then 'stable' else 'volatile' end as volatility,
      p.prosecdef as definer, p.proisstrict as strict,
      case p.proparallel when 's' then 'safe' when 'r' then 'restricted' else 'unsafe' end as parallel,
      array(select c from unnest(p.proconfig) as c order by c collate "C") as config, p.prosrc as body
    from pg_proc as p join pg_namespace as s on s.oid = p.pronamespace join pg_language as l on l.oid = p.prolang
    where s.nspname in (${schemas.map(quoteLiteral).join(', ')}) order by 1, 2, 3`;
}
