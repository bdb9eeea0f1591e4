// Finds the files of a code base that may use the other package.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { from, to } from './names.ts';
import { type Outcome, transform } from './transform.ts';

const skipped = new Set(['node_modules', 'dist', 'build', 'coverage', 'out']);
const code = /\.[mc]?[jt]sx?$/;
const locks = /(^|\/)(package-lock\.json|npm-shrinkwrap\.json)$/;

/** Returns every file below a path, except in folders of dependencies, build results and hidden folders. */
export function filesBelow(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    const inside = join(path, entry.name);
    if (entry.isDirectory()) return skipped.has(entry.name) || entry.name.startsWith('.') ? [] : filesBelow(inside);
    return code.test(entry.name) || entry.name.endsWith('.json') ? [inside] : [];
  });
}

/** Returns the migrated file; undefined if it does not use the other package. */
export function moved(file: string, version: string): (Outcome & { source: string }) | undefined {
  const source = readFileSync(file, 'utf8');
  if (!source.includes(from) || locks.test(file)) return undefined;
  const outcome = file.endsWith('.json') ? moveJson(source, file, version) : transform(source, file);
  return outcome && { source, ...outcome };
}

// A list with both packages keeps the existing entry: a key may occur only once.
function moveSection(section: string, version: string): string {
  const entry = `"${from}"\\s*:\\s*"[^"]*"`;
  if (section.includes(`"${to}"`)) return section.replace(new RegExp(`,\\s*${entry}|${entry}\\s*,\\s*`), '');
  return section.replace(new RegExp(`"${from}"(\\s*:\\s*)"[^"]*"`), `"${to}"$1"${version}"`);
}

// Changes only the dependency, and keeps the rest of the file, including its layout.
function moveJson(source: string, file: string, version: string): Outcome {
  const line = (at: number) => source.slice(0, at).split('\n').length;
  const dependency = new RegExp(`"${from}"(\\s*:\\s*)"[^"]*"`, 'g');
  if (/(^|\/)package\.json$/.test(file) && dependency.test(source)) {
    const text = `install ${to} and take ${from} out of the lock file: npm install`;
    const remarks = [{ line: line(source.search(dependency)), text }];
    return { code: source.replace(/\{[^{}]*\}/g, (section) => moveSection(section, version)), remarks };
  }
  return { code: source, remarks: [{ line: line(source.indexOf(from)), text: `names ${from}; look at it yourself` }] };
}
