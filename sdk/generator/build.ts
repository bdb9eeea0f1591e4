// Compiles the package into an empty dist/, so that no file of an earlier build is published.
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transform } from 'esbuild';

const home = fileURLToPath(new URL('../', import.meta.url));
const out = join(home, 'dist');
rmSync(out, { recursive: true, force: true });
const tsc = fileURLToPath(new URL('../../node_modules/.bin/tsc', import.meta.url));
execFileSync(tsc, ['-p', join(home, 'tsconfig.build.json'), '--outDir', out], { stdio: 'inherit', cwd: home });

const filesOf = (pattern: string) => globSync(join(out, pattern)).sort();
// tsc leaves `.ts` in declarations, which some resolvers do not support.
const resolved = (text: string) => text.replace(/((?:from |import\()['"]\.{1,2}\/[^'"]+)\.ts(['"])/g, '$1.js$2');

const tabbed = (text: string) => text.replace(/^(?: {4})+/gm, (blanks) => '\t'.repeat(blanks.length / 4));

// Types are copied as generated: tsc would indent each member.
for (const file of filesOf('generated/types/*.d.ts')) {
  const source = join(home, 'generated/types', basename(file).replace('.d.ts', '.ts'));
  writeFileSync(file, readFileSync(source, 'utf8').replace(/^ +/gm, ''));
}
// The declarations of schemas are never imported, nor are modules that contain only types.
for (const file of [...filesOf('generated/schemas/*.d.ts'), ...filesOf('generated/types/*.js')]) rmSync(file);

// One module declares all functions: four hundred separate declarations would repeat it.
for (const file of filesOf('generated/funcs/*.d.ts')) rmSync(file);

for (const file of filesOf('**/*.d.ts')) {
  const text = resolved(readFileSync(file, 'utf8'));
  const short = text.replace(/^ +/gm, '').replace(/^\/\*\*\n\* (.*)\n\*\//gm, '/** $1 */');
  writeFileSync(file, file.includes('generated') ? short : tabbed(text));
}
// tsc drops a comment together with the type import below it, and thus the first comment of many modules.
const withHead = (text: string, file: string) => {
  const source = readFileSync(join(home, relative(out, file).replace(/\.js$/, '.ts')), 'utf8');
  const [head = ''] = /^(?:\/\/.*\n)+/.exec(source) ?? [];
  return text.startsWith(head) || text.trim() === 'export {};' ? text : head + text;
};
// A doc comment stands in the declarations, which editors show. In the module it would only cost memory at import.
const withoutDocs = (text: string) => text.replace(/^\s*\/\*\*[\s\S]*?\*\/\n/gm, '');
// V8 keeps the source of imported modules, and twice the bytes if one character is not ASCII.
const escaped = (text: string) =>
  text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

// Whitespace of generated modules is removed, names stay. Handwritten modules keep their lines and `//` comments for
// debugging.
for (const file of filesOf('**/*.js')) {
  const options = { minifyWhitespace: true, charset: 'ascii', target: 'es2022' } as const;
  const text = readFileSync(file, 'utf8');
  writeFileSync(
    file,
    file.includes('generated')
      ? (await transform(text, options)).code
      : escaped(withHead(tabbed(withoutDocs(text)), file)),
  );
}
