// Call graph of the SQL functions. Shows which files a reader of an API function must open, and whether files of
// sql/lib call each other in a cycle. `node tools/sql_files.ts` prints files, functions and lines for each API
// function.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readSqlFunctions } from './sql_functions.ts';

type Functions = ReadonlyMap<string, { file: string; calls: ReadonlySet<string> }>;

/** Returns every function of sql/lib and sql/api by name, with its file below sql/ and its calls. */
function readFilesAndCalls(): Functions {
  return new Map(
    [...readSqlFunctions()].map(([name, { file, calls }]) => [
      name,
      { file, calls: new Set(calls.map((call) => call.function)) },
    ]),
  );
}

/** Returns the functions that each API function calls, directly or indirectly. The API function itself is first. */
function functionsByApiFunction(functions: Functions = readFilesAndCalls()): Map<string, string[]> {
  const reach = (name: string, seen: Set<string>): void => {
    if (seen.has(name) || !functions.has(name)) return;
    seen.add(name);
    for (const called of functions.get(name)?.calls ?? []) reach(called, seen);
  };
  const surface = [...functions.keys()].filter((name) => name.startsWith('auth_api.'));
  return new Map(
    surface.map((name) => {
      const seen = new Set<string>();
      reach(name, seen);
      return [name, [...seen]];
    }),
  );
}

/** Returns the files of the functions that each API function calls, directly or indirectly. Its own file is first. */
export function filesByApiFunction(functions: Functions = readFilesAndCalls()): Map<string, string[]> {
  return new Map(
    [...functionsByApiFunction(functions)].map(([name, read]) => [
      name,
      [...new Set(read.flatMap((one) => functions.get(one)?.file ?? []))],
    ]),
  );
}

/** Returns the number of lines of each function, from `create` to the end of its body. */
function countFunctionLines(functions: Functions): Map<string, number> {
  const files = new Set([...functions.values()].map(({ file }) => file));
  const texts = [...files].map((file) => readFileSync(new URL(`../sql/${file}`, import.meta.url), 'utf8'));
  const STATEMENT = /^create function ([\w.]+)[^$]*\$\$[\s\S]*?\$\$;/gm;
  return new Map(
    texts.flatMap((text) =>
      [...text.matchAll(STATEMENT)].map(([statement, name = '']) => [name, statement.split('\n').length] as const),
    ),
  );
}

/** Returns the files of sql/lib, each with the files whose functions it calls. */
export function libFileGraph(functions = readFilesAndCalls()): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const { file, calls } of functions.values()) {
    if (!file.startsWith('lib/')) continue;
    const below = found.get(file) ?? new Set();
    for (const called of calls) {
      const other = functions.get(called)?.file;
      if (other !== undefined && other !== file) below.add(other);
    }
    found.set(file, below);
  }
  return found;
}

/** Returns the functions of sql/lib that only one file of sql/api calls, and no file of sql/lib. */
export function functionsWithOneCaller(functions: Functions = readFilesAndCalls()): string[] {
  return [...functions].flatMap(([name, { file }]) => {
    if (!file.startsWith('lib/')) return [];
    const callers = [...functions].filter(([other, { calls }]) => other !== name && calls.has(name));
    const [caller, ...others] = new Set(callers.map(([, one]) => one.file));
    return caller?.startsWith('api/') && others.length === 0 ? [name.replace('auth_lib.', '')] : [];
  });
}

/** Returns a path from a file back to itself, or an empty list if the graph has no cycle. */
export function findCycle(graph: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const done = new Set<string>();
  const walk = (file: string, way: readonly string[]): string[] => {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
    if (done.has(file)) return [];
    for (const below of graph.get(file) ?? []) {
      const found = walk(below, [...way, file]);
      if (found.length > 0) return found;
    }
    done.add(file);
    return [];
  };
  for (const file of graph.keys()) {
    const found = walk(file, []);
    if (found.length > 0) return found;
  }
  return [];
}

function printCallGraph(): void {
  const functions = readFilesAndCalls();
  const lines = countFunctionLines(functions);
  const files = filesByApiFunction(functions);
  const rows = [...functionsByApiFunction(functions)].map(([name, read]) => ({
    story: name.replace('auth_api.', ''),
    files: files.get(name)?.length ?? 0,
    functions: read.length,
    lines: read.reduce((sum, one) => sum + (lines.get(one) ?? 0), 0),
  }));
  console.table(rows.sort((a, b) => b.lines - a.lines));
  console.log(`${functions.size} functions; ${libFileGraph(functions).size} concepts in sql/lib`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) printCallGraph();
