// Accept-Language: the preferred languages first, at most five, and only valid ones.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readLanguages } from '../../../gateway/http/languages.ts';

test('by weight, then in their order', () => {
  assert.is(readLanguages('de-AT'), 'de-at');
  assert.is(readLanguages('en-US,en;q=0.9,de;q=0.8'), 'en-us,en,de');
  assert.is(readLanguages('fr;q=0.3, de ; q=0.7 ,it'), 'it,de,fr');
  assert.is(readLanguages('a1,*;q=0.5,de;q=0,fr;q=2,nl;q=x,es'), 'es');
  assert.is(readLanguages('de,DE,de'), 'de');
  assert.is(readLanguages('aa,bb,cc,dd,ee,ff'), 'aa,bb,cc,dd,ee');
});

test('a missing or invalid header gives no language', () => {
  for (const header of [undefined, '', '*', ',,,', "'; drop table", 'ä', 'x'.repeat(501), `${'de,'.repeat(200)}`]) {
    assert.is(readLanguages(header), null, header);
  }
});

test.run();
