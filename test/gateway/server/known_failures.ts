// Tests of conformance.test.ts that hyper-express fails for reasons outside Postern's code. See
// docs/adr/0004-http-engines.md.

const UNANSWERED = 'closed without an answer when more was sent behind it';
const NO_CHUNKS = 'a chunked body is refused with 411, its parser takes a bare LF for the end of a line';

/** Reasons by test name. */
export const KNOWN_FAILURES: ReadonlyMap<string, string> = new Map([
  ['the absolute form is its path', 'the parser answers 505'],
  ['chunked bodies, also in single bytes', NO_CHUNKS],
  ['two at once, the first of which takes its time', 'closed when a second request comes before the first answer'],
  ['HTTP/1.0, which proxies speak to what is behind them', 'the parser answers 505'],
  ['chunked without a length: 413 as soon as the limit is passed, and little more is read', NO_CHUNKS],
  ['Expect: 100-continue is answered, and not for a body that is too long', 'the parser answers 100 by itself'],
  ['slow headers and silent connections are cut off when the setting says', 'built in: 30 s'],
  ...[
    'two different lengths',
    'the same length twice',
    'an unknown coding',
    'chunked is not last',
    'chunked twice',
    'bare CR in a header',
    'bare LF after a chunk size',
    'bare LF after a chunk',
  ].map((name) => [`${name}: a bare 4xx and a closed connection`, UNANSWERED] as const),
]);
