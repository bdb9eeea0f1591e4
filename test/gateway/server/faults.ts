// Requests whose framing HTTP forbids. If one could hide a second request, that one is `smuggled`.

export const HEAD = 'Host: x\r\n';
export const smuggled = 'GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n';

export const FRAMING_FAULTS: readonly [name: string, request: string][] = [
  ['two different lengths', `POST / HTTP/1.1\r\n${HEAD}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello${smuggled}`],
  ['the same length twice', `POST / HTTP/1.1\r\n${HEAD}Content-Length: 5\r\nContent-Length: 5\r\n\r\nhello${smuggled}`],
  ['a list of lengths', `POST / HTTP/1.1\r\n${HEAD}Content-Length: 5, 6\r\n\r\nhello${smuggled}`],
  [
    'length and chunked',
    `POST / HTTP/1.1\r\n${HEAD}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
  ],
  [
    'chunked and length',
    `POST / HTTP/1.1\r\n${HEAD}Transfer-Encoding: chunked\r\nContent-Length: 30\r\n\r\n0\r\n\r\n${smuggled}`,
  ],
  ['a negative length', `POST / HTTP/1.1\r\n${HEAD}Content-Length: -1\r\n\r\n${smuggled}`],
  ['a signed length', `POST / HTTP/1.1\r\n${HEAD}Content-Length: +5\r\n\r\nhello${smuggled}`],
  ['a hexadecimal length', `POST / HTTP/1.1\r\n${HEAD}Content-Length: 0x5\r\n\r\nhello${smuggled}`],
  ['a huge length', `POST / HTTP/1.1\r\n${HEAD}Content-Length: 99999999999999999999999999\r\n\r\nhello`],
  ['an unknown coding', `POST / HTTP/1.1\r\n${HEAD}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${smuggled}`],
  ['chunked is not last', `POST / HTTP/1.1\r\n${HEAD}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${smuggled}`],
  [
    'chunked twice',
    `POST / HTTP/1.1\r\n${HEAD}Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
  ],
  ['a space before the colon', `POST / HTTP/1.1\r\n${HEAD}Content-Length : 5\r\n\r\nhello${smuggled}`],
  ['a folded header', `POST / HTTP/1.1\r\n${HEAD}X: a\r\n b\r\nContent-Length: 5\r\n\r\nhello`],
  ['bare LF ends the request line', `POST / HTTP/1.1\n${HEAD}Content-Length: 5\r\n\r\nhello`],
  ['bare LF ends a header', `POST / HTTP/1.1\r\nHost: x\nContent-Length: 5\r\n\r\nhello${smuggled}`],
  ['bare LF ends the headers', `POST / HTTP/1.1\r\n${HEAD}Content-Length: 5\r\n\nhello${smuggled}`],
  ['bare CR in a header', `POST / HTTP/1.1\r\n${HEAD}X: a\rContent-Length: 5\r\n\r\nhello${smuggled}`],
  ['NUL in a header', `POST / HTTP/1.1\r\n${HEAD}X: a\0b\r\n\r\n${smuggled}`],
  ['a control character in a name', `GET / HTTP/1.1\r\n${HEAD}X\x01: a\r\n\r\n`],
  ['no host', 'GET / HTTP/1.1\r\n\r\n'],
  ['two hosts', `GET / HTTP/1.1\r\n${HEAD}Host: y\r\n\r\n`],
  ['two Authorization headers', `GET / HTTP/1.1\r\n${HEAD}Authorization: Bearer a\r\nAuthorization: Bearer b\r\n\r\n`],
  ['a chunk size that is no number', `POST / HTTP/1.1\r\n${HEAD}Transfer-Encoding: chunked\r\n\r\nzz\r\n${smuggled}`],
  [
    'a chunk size with a sign',
    `POST / HTTP/1.1\r\n${HEAD}Transfer-Encoding: chunked\r\n\r\n+3\r\nabc\r\n0\r\n\r\n${smuggled}`,
  ],
  [
    'a chunk longer than its size',
    `POST / HTTP/1.1\r\n${HEAD}Transfer-Encoding: chunked\r\n\r\n3\r\nabcdef\r\n0\r\n\r\n${smuggled}`,
  ],
  [
    'a chunk size that overflows',
    `POST / HTTP/1.1\r\n${HEAD}Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\nabc\r\n0\r\n\r\n${smuggled}`,
  ],
  [
    'bare LF after a chunk size',
    `POST / HTTP/1.1\r\n${HEAD}Transfer-Encoding: chunked\r\n\r\n3\nabc\r\n0\r\n\r\n${smuggled}`,
  ],
  [
    'bare LF after a chunk',
    `POST / HTTP/1.1\r\n${HEAD}Transfer-Encoding: chunked\r\n\r\n3\r\nabc\n0\r\n\r\n${smuggled}`,
  ],
  [
    'bare LF in a chunk extension',
    `POST / HTTP/1.1\r\n${HEAD}Transfer-Encoding: chunked\r\n\r\n3;a\nb\r\nabc\r\n0\r\n\r\n${smuggled}`,
  ],
  ['no HTTP at all', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 hello \r\n\r\n'],
  ['a method that is no token', `G(T / HTTP/1.1\r\n${HEAD}\r\n`],
  ['a blank in the target', `GET /a b HTTP/1.1\r\n${HEAD}\r\n`],
  ['an unknown version', `GET / HTTP/9.9\r\n${HEAD}\r\n`],
  ['HTTP/2 with prior knowledge', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['CONNECT', `CONNECT x:443 HTTP/1.1\r\n${HEAD}\r\n${smuggled}`],
];
