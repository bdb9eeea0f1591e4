// Generates the names that the package exports, for the migration tool.
import { type Catalogue, everyPlace } from './catalogue.ts';
import { text } from './schemas.ts';

/** Returns the module with the names of functions and of types, each list as one text. */
export function namesModule(catalogue: Catalogue, files: ReadonlyMap<string, string>): string {
  const functions = catalogue.entries.flatMap((entry) => everyPlace(entry).map(({ fn }) => fn));
  const types = [...files]
    .filter(([path]) => path.startsWith('types/'))
    .flatMap(([, body]) => [...body.matchAll(/^export (?:type|interface) (\w+)/gm)].map(([, name]) => name!));
  return (
    `export const functionNames = ${text([...new Set(functions)].sort().join(' '))};\n` +
    `export const typeNames = ${text([...new Set(types)].sort().join(' '))};\n`
  );
}
