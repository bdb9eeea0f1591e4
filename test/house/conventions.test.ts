// The house rules report the violations in this file, and accept correct code.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { applyRules, missingSqlTests } from '../../tools/conventions.ts';

const LATER = `// ${'TO' + 'DO'} later`;
const ASSERT = 'assert';
const BAD: [path: string, text: string, rule: string][] = [
  ['test/x.test.ts', `// A test.\n${ASSERT}.ok(Date.now() - from < 50);\n\ntest.run();\n`, 'no timed assertion'],
  [
    'test/x.ts',
    `// A helper.\n${ASSERT}.ok(\n  performance.now() - from <= limit,\n  'slow',\n);\n`,
    'no timed assertion',
  ],
  ['sdk/test/x.ts', `// A helper.\n${ASSERT}.ok(took >= 45 && took < 5000);\n`, 'no timed assertion'],
  ['test/x.ts', `// A helper.\n${ASSERT}(5 > elapsed);\n`, 'no timed assertion'],
  ['test/x.ts', `// A helper.\nconst spent = Date.now() - from;\n${ASSERT}.ok(spent < 9);\n`, 'no timed assertion'],
  [
    'test/x.ts',
    `// A helper.\nall.push(Date.now() - from);\n${ASSERT}.ok(Math.max(...all) < 9);\n`,
    'no timed assertion',
  ],
  ['test/x.ts', `// A helper.\n${ASSERT}.ok(Date.now() < until);\n`, 'no timed assertion'],
  ['sdk/test/x.ts', `// A helper.\nconst used = process.memoryUsage().heap${'Used'};\n`, 'after a collection'],
  ['test/x.ts', '// A setting.\nexport const server = await start();\n', 'opens nothing by itself'],
  ['gateway/x.ts', "import { a } from './a.ts';\n", 'purpose line'],
  ['sql/lib/x.sql', 'create function auth_lib.x() returns int language sql as $$ select 1 $$;\n', 'purpose line'],
  ['sql/reports/camelCase.sql', '-- A report.\n', 'snake_case'],
  ['sql/migrations/1-init.sql', '-- Tables.\n', 'snake_case'],
  ['cli/x.ts', `// A file.\n// ${'@ts'}-ignore\n`, 'switched off'],
  ['cli/x.ts', `// A file.\n${LATER}\n`, 'left for later'],
  ['cli/x.ts', '// A file, as the contract says.\n', 'no citation'],
  ['gateway/x.ts', '/** The body (contract 2.8). */\n', 'no citation'],
  ['sql/lib/x.sql', '-- X (T40a).\ncreate function auth_lib.x()\n', 'no citation'],
  ['sql/lib/x.sql', '-- X.\n-- Writes: insert auth.users\ncreate function auth_lib.x()\n', 'no citation'],
  ['gateway/x.ts', '// What style.md asks for.\n', 'no citation'],
  ['sql/views.sql', "-- Views, in the contract's order (8.3).\n", 'no citation'],
  ['core/x.ts', "// A token in the reference's default format.\n", 'no citation'],
  ['test/x.test.ts', "// What the requirement's form is.\n", 'no citation in a test'],
  ['test/x.test.ts', '// Guessing (A07).\n', 'no citation in a test'],
  ['test/x.test.ts', "// A test.\ntest('what is told (D35)', work);\n", 'no citation in a test'],
  ['test/x.test.ts', "// A test.\ntest('what the requirement names', work);\n", 'no citation in a test'],
  ['test/x.test.ts', "// A test.\ntest('V14 a thief ends', work);\n", 'no citation in a test'],
  ['test/x.test.ts', "// A test.\ntest('T103, O15: nobody is linked', work);\n", 'no citation in a test'],
  ['test/x.test.ts', "// A test.\ntest('T04: clocks differ', work);\n", 'no citation in a test'],
  ['test/x.test.ts', '// A test.\ntest(`it ends; I-19: it is gone`, work);\n', 'no citation in a test'],
  ['test/x.test.ts', "// A test.\nconst NAMES = ['L05: no answer'];\n", 'no citation in a test'],
  ['test/x.test.ts', "// A test.\ntest('the globs of the contract`s table', work);\n", 'no citation in a test'],
  ['sql/lib/x.sql', '-- X.\ncreate function auth_lib.x()\nexception when others then\n', 'catch-all'],
  ['sql/lib/x.sql', '-- X.\ncreate function auth_lib.x()\nexception when assert_failure or others then\n', 'catch-all'],
  ['sql/lib/x.sql', '-- X.\ncreate function auth_lib.x()\ncreate trigger y\n', 'no replace'],
  ['sql/lib/x.sql', '-- X.\ncreate function auth_api.y()\n', 'one endpoint'],
  ['sql/api/a/x.sql', '-- X.\ncreate function auth_lib.x()\n', 'one endpoint'],
  ['sql/api/a/x.sql', '-- X.\ncreate function auth_api.x()\ncreate function auth_api.y()\n', 'one endpoint'],
  ['sql/lib/x.sql', '-- X.\ncreate function auth_lib.x()\n  select now();\n', 'the clock'],
  ['sql/views.sql', '-- Views.\nselect current_timestamp;\n', 'the clock'],
];

for (const [path, text, rule] of BAD) {
  test(`${rule}: found in ${path}`, () => {
    const faults = applyRules([{ path, text }]);
    assert.is(faults.length, 1, faults.join('\n'));
    assert.match(faults[0] ?? '', rule);
  });
}

test('accepts good files', () => {
  const good = [
    [
      'test/x.ts',
      `// A helper.\nif (Date.now() > until) throw late;\n${ASSERT}.ok(Date.parse(at) > Date.now() + 9);\n`,
    ],
    ['test/y.test.ts', "// T12 is here.\ntest('T40a, F-25: S256 and RS256', () => is('AC1'));\n"],
    ['bench/x.ts', `// A benchmark.\n${ASSERT}.ok(Date.now() - from < 50);\n`],
    ['sql/lib/x.sql', '-- X: not now().\ncreate function auth_lib.x()\n  -- never now()\n  select auth_lib.clock();\n'],
    ['sql/api/a/x.sql', '-- X.\ncreate function auth_api.x()\n\n-- Y.\ncreate function auth_lib.y()\n'],
    ['sql/migrations/0001-init.sql', '-- Tables.\n'],
    ['sql/contract.sql', '-- What policies call.\n  select now();\n'],
  ].map(([path = '', text = '']) => ({ path, text }));
  assert.equal(applyRules(good), []);
});

test('reports a function of the SQL API without a test file of its name', () => {
  const paths = ['sql/api/a/x.sql', 'sql/api/a/y.sql', 'test/sql/api/a/y.test.ts', 'sql/lib/z.sql'];
  assert.is(missingSqlTests(paths).length, 1);
  assert.match(missingSqlTests(paths)[0] ?? '', 'test/sql/api/a/x.test.ts');
});

test.run();
