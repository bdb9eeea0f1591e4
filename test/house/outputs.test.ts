// The source writes only to the places that docs/telemetry.md lists: stdout, stderr, files, and tables of events.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

/** Folders of the product. Pages (console/pages, gateway/pages) run in a browser, which writes nothing here. */
const FOLDERS = ['core', 'gateway', 'worker', 'cli', 'console/server', 'dev', 'import', 'install', 'optional', 'sql'];
const FS = /^import \{([^}]*)\} from 'node:fs(?:\/promises)?'/gm;
const FS_AS_A_WHOLE = /from 'node:fs(?:\/promises)?'/g;
/** Functions of node:fs that write content, or open a file in which a stream writes. */
const WRITES = /^(appendFile|writeFile|createWriteStream|write|writev|open|copyFile|cp)(Sync)?$/;
const STREAMS = /\bprocess\.(stdout|stderr)\b|\bconsole\.\w+\(|from 'pino'|from 'node:console'/;
const EVENT_TABLES = /\b(insert into|update|merge into|copy) auth\.(audit_log|refusals|tallies)\b/;
/** Files that open a file only to read it. */
const READERS = ['core/leaked/list.ts', 'core/mail/template_source.ts', 'core/settings/environment.ts'];

/** Removes comments, which may name these functions. */
const codeOf = (text: string): string => text.replace(/^\s*(\/\/|\*|\/\*|--).*$/gm, '');

function writesToOutput(file: string, text: string): boolean {
  if (file.endsWith('.sql')) return EVENT_TABLES.test(text);
  const imported = [...text.matchAll(FS)].map(([, names = '']) => names.split(',').map((name) => name.trim()));
  // A file that imports the module as a whole could write by any name.
  const whole = (text.match(FS_AS_A_WHOLE) ?? []).length > imported.length;
  return STREAMS.test(text) || whole || imported.flat().some((name) => WRITES.test(name.split(' ')[0] ?? ''));
}

const files = execFileSync('git', ['ls-files', '--', ...FOLDERS], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(ts|mjs|js|sql)$/.test(file) && !/^(sql\/(schema\.sql|comments\/)|gateway\/pages\/)/.test(file));

test('the table of docs/telemetry.md lists all source files that write, and no other', () => {
  const [, section = ''] =
    /^### Destinations of output\n([\s\S]*?)^### /m.exec(readFileSync('docs/telemetry.md', 'utf8')) ?? [];
  const listed = section
    .split('\n')
    .flatMap((line) => /^\| (`.*?`) \| /.exec(line)?.[1]?.split(', ') ?? [])
    .map((name) => name.replaceAll('`', ''));
  const found = files.filter((file) => writesToOutput(file, codeOf(readFileSync(file, 'utf8'))));
  assert.ok(found.length > 20, String(found.length));
  assert.equal(
    READERS.filter((file) => !found.includes(file)),
    [],
  );
  assert.equal(listed.sort(), found.filter((file) => !READERS.includes(file)).sort());
  for (const file of READERS)
    assert.not.match(readFileSync(file, 'utf8'), /'[wa]\+?x?'|O_(WRONLY|RDWR|APPEND|CREAT)|\.write/, file);
});

test('the scan finds each way to write', () => {
  for (const text of [
    "console.log('x');",
    'process.stdout.write(x);',
    "import { appendFileSync as log } from 'node:fs';",
    "import * as fs from 'node:fs';",
    "import fs from 'node:fs/promises';",
    "import pino from 'pino';",
  ])
    assert.ok(writesToOutput('a.ts', text), text);
  assert.ok(writesToOutput('a.sql', 'insert into auth.audit_log values'));
  assert.not.ok(writesToOutput('a.ts', codeOf("  // process.stdout\nimport { readFileSync } from 'node:fs';")));
});

test.run();
