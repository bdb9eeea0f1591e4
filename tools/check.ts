// Runs the static checks of .ci/run. Prints one line per check, and the output of failed checks.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { compareWithLastTag } from './compatibility.ts';
import { findFaults } from './conventions.ts';
import { lintOpenApi } from './openapi.ts';

interface Result {
  name: string;
  good: boolean;
  output: string;
}

function runLocalProgram(name: string, program: string, args: string[]): Result {
  return runCommand(name, `node_modules/.bin/${program}`, args);
}

function runCommand(name: string, path: string, args: string[]): Result {
  const { status, stdout, stderr, error } = spawnSync(path, args, {
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
  });
  return { name, good: status === 0, output: error?.message ?? `${stdout}${stderr}`.trim() };
}

function checkConventions(): Result {
  const faults = findFaults();
  return { name: 'house rules', good: faults.length === 0, output: faults.join('\n') };
}

function checkCompatibility(): Result {
  const { faults, summary } = compareWithLastTag();
  return { name: `compatibility (${summary})`, good: faults.length === 0, output: faults.join('\n') };
}

function changedMigrations(): string[] {
  return ['sql/migrations', 'sql/online']
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((name) => `${folder}/${name}`))
    .filter((path) => path.endsWith('.sql'))
    .sort();
}

const projects = [
  'tsconfig.json',
  'bench/tsconfig.json',
  'console/pages/tsconfig.json',
  'sdk/tsconfig.json',
  'sdk/mcp/tsconfig.json',
].filter((path) => existsSync(path));
const results = [
  // Runs before the type check, because the type check includes the generated files of the SDK.
  runCommand('sdk/generated is written', 'npm', ['run', 'generate', '-w', 'sdk']),
  ...projects.map((path) => runLocalProgram(`types (${path})`, 'tsc', ['--noEmit', '-p', path])),
  runLocalProgram('biome', 'biome', ['ci', '--colors=off', '--max-diagnostics=50', '--error-on-warnings', '.']),
  runLocalProgram('squawk', 'squawk', changedMigrations()),
  runCommand('packages (build, publint, attw)', 'npm', [
    'run',
    'check',
    '-w',
    'sdk',
    '-w',
    'sdk/mcp',
    '-w',
    'sdk/migrate',
  ]),
  checkConventions(),
  { name: 'openapi', ...lintOpenApi() },
  checkCompatibility(),
];
for (const { name, good, output } of results) {
  if (!good) console.log(`\n${output}\n`);
  console.log(`${good ? 'ok  ' : 'FAIL'} ${name}`);
}
// exit() would lose output if the reader of the pipe is slow.
process.exitCode = results.every((result) => result.good) ? 0 : 1;
