// Call graph of the SQL files: the files that a reader of a story opens, and a check that the concepts of sql/lib have
// no circular dependency. node tools/sql_files.ts prints the counts.
import { fileURLToPath } from 'node:url';
import { sqlFunctions } from './sql_functions.ts';

type Functions = ReadonlyMap<string, { file: string; calls: ReadonlySet<string> }>;

/** Returns every function of sql/lib and sql/api by name, with its file below sql/ and its calls. */
function filesAndCalls(): Functions {
  return new Map(
    [...sqlFunctions()].map(([name, { file, calls }]) => [
      name,
      { file, calls: new Set(calls.map((call) => call.function)) },
    ]),
  );
}

/** Returns for each function of the surface the files of all functions that it can reach, its own file first. */
export function filesToRead(functions = filesAndCalls()): Map<string, string[]> {
  const reach = (name: string, seen: Set<string>): void => {
    if (seen.has(name)) return;
    seen.add(name);
    for (const called of functions.get(name)?.calls ?? []) reach(called, seen);
  };
  const surface = [...functions.keys()].filter((name) => name.startsWith('auth_api.'));
  return new Map(
    surface.map((name) => {
      const seen = new Set<string>();
      reach(name, seen);
      return [name, [...new Set([...seen].flatMap((one) => functions.get(one)?.file ?? []))]];
    }),
  );
}

/** Returns the concepts of sql/lib, each with the concepts that it calls. */
export function concepts(functions = filesAndCalls()): Map<string, Set<string>> {
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

/** Returns the functions of a concept that only one story calls. */
export function lonely(functions: Functions = filesAndCalls()): string[] {
  return [...functions].flatMap(([name, { file }]) => {
    if (!file.startsWith('lib/')) return [];
    const callers = [...functions].filter(([other, { calls }]) => other !== name && calls.has(name));
    const [caller, ...others] = new Set(callers.map(([, one]) => one.file));
    return caller?.startsWith('api/') && others.length === 0 ? [name.replace('auth_lib.', '')] : [];
  });
}

/** Returns a path from a file back to itself; empty if the graph has no cycle. */
export function circle(graph: ReadonlyMap<string, ReadonlySet<string>>): string[] {
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

function print(): void {
  const files = filesToRead();
  const counts = [...files].sort((a, b) => b[1].length - a[1].length);
  for (const [name, read] of counts) console.log(`${String(read.length).padStart(4)}  ${name}`);
  const mean = counts.reduce((sum, [, read]) => sum + read.length, 0) / counts.length;
  console.log(`${mean.toFixed(1).padStart(4)}  mean of ${counts.length}; ${concepts().size} concepts in sql/lib`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) print();
