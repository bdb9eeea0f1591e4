// Requests whose framing HTTP forbids. SMUGGLED_REQUEST is the second request that such framing could hide.

export const HOST_HEADER = 'Host: x\r\n';
export const SMUGGLED_REQUEST = 'GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n';

export const FRAMING_FAULTS: readonly [name: string, request: string][] = [
  [
    'two different lengths',
    `POST / HTTP/1.1\r\n${HOST_HEADER}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello${SMUGGLED_REQUEST}`,
  ],
  [
    'the same length twice',
    `POST / HTTP/1.1\r\n${HOST_HEADER}Content-Length: 5\r\nContent-Length: 5\r\n\r\nhello${SMUGGLED_REQUEST}`,
  ],
  ['a list of lengths', `POST / HTTP/1.1\r\n${HOST_HEADER}Content-Length: 5, 6\r\n\r\nhello${SMUGGLED_REQUEST}`],
  [
    'length and chunked',
    `POST / HTTP/1.1\r\n${HOST_HEADER}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${SMUGGLED_REQUEST}`,
  ],
  [
    'chunked and length',
    `POST / HTTP/1.1\r\n${HOST_HEADER}Transfer-Encoding: chunked\r\nContent-Length: 30\r\n\r\n0\r\n\r\n${SMUGGLED_REQUEST}`,
  ],
  ['a negative length', `POST / HTTP/1.1\r\n${HOST_HEADER}Content-Length: -1\r\n\r\n${SMUGGLED_REQUEST}`],
  ['a signed length', `POST / HTTP/1.1\r\n${HOST_HEADER}Content-Length: +5\r\n\r\nhello${SMUGGLED_REQUEST}`],
  ['a hexadecimal length', `POST / HTTP/1.1\r\n${HOST_HEADER}Content-Length: 0x5\r\n\r\nhello${SMUGGLED_REQUEST}`],
  ['a huge length', `POST / HTTP/1.1\r\n${HOST_HEADER}Content-Length: 99999999999999999999999999\r\n\r\nhello`],
  [
    'an unknown coding',
    `POST / HTTP/1.1\r\n${HOST_HEADER}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${SMUGGLED_REQUEST}`,
  ],
  [
    'chunked is not last',
    `POST / HTTP/1.1\r\n${HOST_HEADER}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${SMUGGLED_REQUEST}`,
  ],
  [
    'chunked twice',
    `POST / HTTP/1.1\r\n${HOST_HEADER}Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${SMUGGLED_REQUEST}`,
  ],
  ['a space before the colon', `POST / HTTP/1.1\r\n${HOST_HEADER}Content-Length : 5\r\n\r\nhello${SMUGGLED_REQUEST}`],
  ['a folded header', `POST / HTTP/1.1\r\n${HOST_HEADER}X: a\r\n b\r\nContent-Length: 5\r\n\r\nhello`],
  ['bare LF ends the request line', `POST / HTTP/1.1\n${HOST_HEADER}Content-Length: 5\r\n\r\nhello`],
  ['bare LF ends a header', `POST / HTTP/1.1\r\nHost: x\nContent-Length: 5\r\n\r\nhello${SMUGGLED_REQUEST}`],
  ['bare LF ends the headers', `POST / HTTP/1.1\r\n${HOST_HEADER}Content-Length: 5\r\n\nhello${SMUGGLED_REQUEST}`],
  ['bare CR in a header', `POST / HTTP/1.1\r\n${HOST_HEADER}X: a\rContent-Length: 5\r\n\r\nhello${SMUGGLED_REQUEST}`],
  ['NUL in a header', `POST / HTTP/1.1\r\n${HOST_HEADER}X: a\0b\r\n\r\n${SMUGGLED_REQUEST}`],
  ['a control character in a name', `GET / HTTP/1.1\r\n${HOST_HEADER}X\x01: a\r\n\r\n`],
  ['no host', 'GET / HTTP/1.1\r\n\r\n'],
  ['two hosts', `GET / HTTP/1.1\r\n${HOST_HEADER}Host: y\r\n\r\n`],
  [
    'two Authorization headers',
    `GET / HTTP/1.1\r\n${HOST_HEADER}Authorization: Bearer a\r\nAuthorization: Bearer b\r\n\r\n`,
  ],
  [
    'a chunk size that is no number',
    `POST / HTTP/1.1\r\n${HOST_HEADER}Transfer-Encoding: chunked\r\n\r\nzz\r\n${SMUGGLED_REQUEST}`,
  ],
  [
    'a chunk size with a sign',
    `POST / HTTP/1.1\r\n${HOST_HEADER}Transfer-Encoding: chunked\r\n\r\n+3\r\nabc\r\n0\r\n\r\n${SMUGGLED_REQUEST}`,
  ],
  [
    'a chunk longer than its size',
    `POST / HTTP/1.1\r\n${HOST_HEADER}Transfer-Encoding: chunked\r\n\r\n3\r\nabcdef\r\n0\r\n\r\n${SMUGGLED_REQUEST}`,
  ],
  [
    'a chunk size that overflows',
    `POST / HTTP/1.1\r\n${HOST_HEADER}Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\nabc\r\n0\r\n\r\n${SMUGGLED_REQUEST}`,
  ],
  [
    'bare LF after a chunk size',
    `POST / HTTP/1.1\r\n${HOST_HEADER}Transfer-Encoding: chunked\r\n\r\n3\nabc\r\n0\r\n\r\n${SMUGGLED_REQUEST}`,
  ],
  [
    'bare LF after a chunk',
    `POST / HTTP/1.1\r\n${HOST_HEADER}Transfer-Encoding: chunked\r\n\r\n3\r\nabc\n0\r\n\r\n${SMUGGLED_REQUEST}`,
  ],
  [
    'bare LF in a chunk extension',
    `POST / HTTP/1.1\r\n${HOST_HEADER}Transfer-Encoding: chunked\r\n\r\n3;a\nb\r\nabc\r\n0\r\n\r\n${SMUGGLED_REQUEST}`,
  ],
  ['no HTTP at all', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 hello \r\n\r\n'],
  ['a method that is no token', `G(T / HTTP/1.1\r\n${HOST_HEADER}\r\n`],
  ['a blank in the target', `GET /a b HTTP/1.1\r\n${HOST_HEADER}\r\n`],
  ['an unknown version', `GET / HTTP/9.9\r\n${HOST_HEADER}\r\n`],
  ['HTTP/2 with prior knowledge', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['CONNECT', `CONNECT x:443 HTTP/1.1\r\n${HOST_HEADER}\r\n${SMUGGLED_REQUEST}`],
];
