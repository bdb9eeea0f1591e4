// Settings in documents exist, and a start with them logs no warning.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { warningsOf } from '../support/processes/settings_text.ts';
import { blocksFor } from './blocks.ts';

const blocks = blocksFor('test/house/settings_blocks.test.ts');

for (const { file, line, text } of blocks)
  test(`${file}:${line}`, () => {
    assert.equal(warningsOf(text), []);
  });

test('reports an unknown setting and an invalid value', () => {
  assert.is(warningsOf('SVC_NO_SUCH_SETTING=true').length, 1);
  assert.throws(() => warningsOf('SVC_PASSKEY_ENABLED=perhaps'));
  assert.throws(() => warningsOf('SVC_PASSKEY_ENABLED: true'), /sets nothing/);
});

test.run();
