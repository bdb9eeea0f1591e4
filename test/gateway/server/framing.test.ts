// Headers that HTTP parsers accept and both engines refuse: repeated ones, and too many small ones.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { BAD_REQUEST, headerErrorStatus, TOO_MANY_HEADERS } from '../../../gateway/server/framing.ts';

test('refuses a repeated Host, Authorization, Content-Length or Transfer-Encoding, in any case', () => {
  for (const name of ['Host', 'Authorization', 'Content-Length', 'Transfer-Encoding']) {
    assert.is(headerErrorStatus([name, 'a', 'Accept', 'b', name.toLowerCase(), 'a'], 1_000), BAD_REQUEST, name);
    assert.is(headerErrorStatus([name, 'a', 'Accept', 'b', 'accept', 'b'], 1_000), null, name);
  }
});

test('counts names, values and separators of all headers against the limit', () => {
  const headers = ['X-One', 'abc', 'X-Two', 'd'];
  assert.is(headerErrorStatus(headers, 22), null);
  assert.is(headerErrorStatus(headers, 21), TOO_MANY_HEADERS);
});

test.run();
