// Compiles the package into dist/, from nothing, so that no file of an earlier build is published.
import { execFileSync } from 'node:child_process';
import { copyFileSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

const home = fileURLToPath(new URL('../', import.meta.url));
rmSync(`${home}dist`, { recursive: true, force: true });
execFileSync('tsc', ['-p', `${home}tsconfig.build.json`], { stdio: 'inherit', cwd: home });

// Modules of nothing but types are declarations as they are; tsc would write each member on a line of its own.
for (const file of globSync(`${home}generated/types/*.ts`)) {
  copyFileSync(file, `${home}dist/generated/types/${basename(file, '.ts')}.d.ts`);
}

// tsc leaves `.ts` in declarations, which some resolvers do not follow.
for (const file of globSync(`${home}dist/**/*.d.ts`)) {
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replace(/((?:from |import\()['"]\.{1,2}\/[^'"]+)\.ts(['"])/g, '$1.js$2'));
}
