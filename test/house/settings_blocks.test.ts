// Settings in documents exist, and a start with them logs no warning.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { warningsForSettings } from '../support/processes/settings_text.ts';
import { blocksRunByTest } from './blocks.ts';

const blocks = blocksRunByTest('test/house/settings_blocks.test.ts');

for (const { file, line, text } of blocks)
  test(`${file}:${line}`, () => {
    assert.equal(warningsForSettings(text), []);
  });

test('reports an unknown setting and an invalid value', () => {
  assert.is(warningsForSettings('SVC_NO_SUCH_SETTING=true').length, 1);
  assert.throws(() => warningsForSettings('SVC_PASSKEY_ENABLED=perhaps'));
  assert.throws(() => warningsForSettings('SVC_PASSKEY_ENABLED: true'), /sets nothing/);
});

test.run();
