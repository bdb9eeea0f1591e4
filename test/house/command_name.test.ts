// Documents and messages spell the command in one way, which works when pasted: npx postern.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

const COMMANDS = 'start|serve|worker|migrate|plan|config|user|session|key|doctor|report|--help';
const BARE = new RegExp(String.raw`(?<!npx )\bpostern (?:${COMMANDS})\b`);
/** Excluded lines: comments, and lines that pass or set an application_name. */
const ELSEWHERE = /^\s*(\/\/|\*|\/\*\*|--)|application_name|open\(settings/;

test('documents and messages spell the command npx postern', () => {
  const files = execFileSync(
    'git',
    [
      'ls-files',
      '*.md',
      'cli',
      'core',
      'dev',
      'console',
      'gateway',
      'import',
      'install',
      'worker',
      'sql',
      'docker-compose.yml',
    ],
    {
      encoding: 'utf8',
    },
  );
  const bare = files
    .trim()
    .split('\n')
    .filter((path) => !/^(sdk|test)\//.test(path))
    .flatMap((path) =>
      readFileSync(path, 'utf8')
        .split('\n')
        .flatMap((line, at) => (BARE.test(line) && !ELSEWHERE.test(line) ? [`${path}:${at + 1} ${line.trim()}`] : [])),
    );
  assert.equal(bare, []);
});

test.run();
