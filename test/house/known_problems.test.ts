// Each row of "Problems of supabase/auth that are known" in docs/coming-from-supabase.md names an existing test file.
import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

test('each known problem has an answer and a test', () => {
  const text = readFileSync('docs/coming-from-supabase.md', 'utf8');
  const section = text.split('## Problems of supabase/auth that are known')[1]?.split('\n## ')[0] ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| problem'));
  assert.ok(rows.length >= 10);
  for (const row of rows) {
    const [, problem = '', answer = '', file = ''] = row.split(/(?<!\\) ?\| ?/);
    const path = /^`(test\/[\w/.]+\.test\.ts)`$/.exec(file)?.[1] ?? '';
    assert.ok(problem.length > 10 && answer.length > 30, row);
    assert.match(readFileSync(path, 'utf8'), /^test\(/m, path);
  }
});

test.run();
