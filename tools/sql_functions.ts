// What the SQL files say of refusals: the rows of sql/errors.sql, and which of them a function can come to.
import { readdirSync, readFileSync } from 'node:fs';
import { DROPS, type Drop } from './unreachable.ts';

export interface SqlError {
  name: string;
  status: number;
  code: string;
  text: string;
}

/** A row of sql/errors.sql. */
const ERROR_ROW = /^ +\('(?<name>\w+)', +(?<status>\d{3}), '(?<code>\w+)', '(?<text>(?:[^']|'')*)'\)/gm;

const sqlFile = (path: string): string => readFileSync(new URL(`../sql/${path}`, import.meta.url), 'utf8');

export function sqlErrors(): SqlError[] {
  return [...sqlFile('errors.sql').matchAll(ERROR_ROW)].map(({ groups = {} }) => ({
    name: groups.name ?? '',
    status: Number(groups.status),
    code: groups.code ?? '',
    text: (groups.text ?? '').replaceAll("''", "'"),
  }));
}

interface SqlFunction {
  calls: Set<string>;
  /** Errors that it names itself. */
  refuses: Set<string>;
}

/** A function of a file: its name and its body. */
const FUNCTION = /^create function (auth_\w+\.\w+)\([\s\S]*?as \$\$([\s\S]*?)\$\$;/gm;

/** Every function with the functions it calls and the errors it names. */
function sqlFunctions(): Map<string, SqlFunction> {
  const found = new Map<string, SqlFunction>();
  for (const folder of ['lib', 'api']) {
    const names = readdirSync(new URL(`../sql/${folder}`, import.meta.url), { recursive: true, encoding: 'utf8' });
    for (const name of names.filter((path) => path.endsWith('.sql'))) {
      const text = sqlFile(`${folder}/${name}`).replace(/^ *--.*$/gm, '');
      for (const [, own = '', body = ''] of text.matchAll(FUNCTION)) {
        const calls = [...body.matchAll(/\b(auth_(?:lib|api)\.\w+)\(/g)].map((call) => call[1] ?? '');
        found.set(own, { calls: new Set(calls), refuses: new Set(namedErrors(body)) });
      }
    }
  }
  return found;
}

function namedErrors(body: string): string[] {
  const plain = [...body.matchAll(/\b(?:refusal|refusal_with|fail)\('(\w+)'/g)].map((call) => call[1] ?? '');
  const chosen = [...body.matchAll(/\b(?:refusal|refusal_with|fail)\(case\b([^;]*?)\bend\b/g)].flatMap((choice) =>
    [...(choice[1] ?? '').matchAll(/\b(?:then|else) '(\w+)'/g)].map((branch) => branch[1] ?? ''),
  );
  return [...plain, ...chosen];
}

/** Answers which errors a function can come to: those it names, and those of what it calls but for what it drops. */
export function createReach(drops: readonly Drop[] = DROPS): (name: string) => ReadonlySet<string> {
  const functions = sqlFunctions();
  const known = new Map<string, Set<string>>();
  const reach = (name: string): ReadonlySet<string> => {
    const done = known.get(name);
    if (done) return done;
    const reached = new Set(functions.get(name)?.refuses);
    known.set(name, reached);
    for (const callee of functions.get(name)?.calls ?? []) {
      const dropped = drops.filter((drop) => drop.caller === name && drop.callee === callee);
      for (const error of reach(callee)) if (!dropped.some(({ errors }) => errors.includes(error))) reached.add(error);
    }
    return reached;
  };
  return reach;
}
