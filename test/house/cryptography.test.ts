// docs/cryptography.md lists every file that uses a cryptographic function, with its algorithms.
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { JWT_ALGORITHMS } from '../../core/keys/jwt_keys.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const read = (file: string): string => readFileSync(`${ROOT}${file}`, 'utf8');
const CODE = '{core,gateway,worker,cli,import,install,console,dev,optional,sql}/**/*.{ts,js,mjs,sql}';

/** Calls of cryptographic functions: of Node.js, of the browser, of jose, noble and SimpleWebAuthn, and of Postgres. */
const CALLS = [
  /\b(?:createHash|createHmac|createCipheriv|createDecipheriv|hkdfSync|scrypt|privateDecrypt|generateKeyPairSync)\(/,
  /\b(?:crypto\.argon2|compactVerify|jwtVerify|verifyAuthenticationResponse|recoverPublicKey|subtle\.\w+)\b(?=\()/,
  /\bnew (?:CompactSign|SignJWT)\(|\bcreateVerify\(|\b(?:hash|sign|verify)\((?:'sha|needs\.|null,)/,
  /\bextensions\.(?:digest|hmac|crypt)\(|\bsha(?:224|256)\(/,
];

/** Names of algorithms in quotes, as the code writes them. */
const NAMES = /['"`](md5|sha-?1|sha-?256|sha-?384|sha-?512|aes-\d{3}-\w{3})['"`]/gi;
const shown = (name: string): string => name.toUpperCase().replace(/^SHA-?/, 'SHA-');

/** Files that call a cryptographic function, each with the algorithms that it names. */
const USED = globSync(CODE, { cwd: ROOT, exclude: (path) => /node_modules|sql\/schema\.sql/.test(path) })
  .map((file) => ({
    file,
    text: read(file)
      .split('\n')
      .filter((line) => !/^\s*(?:\/\/|\/?\*|--|import )/.test(line))
      .join('\n'),
  }))
  .filter(({ text }) => CALLS.some((call) => call.test(text)))
  .map(({ file, text }) => ({ file, names: [...text.matchAll(NAMES)].map(([, name = '']) => shown(name)) }));

/** Rows of the page: the files in backticks of the last cell, and the text of the row. */
const ROWS = read('docs/cryptography.md')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| use |'))
  .map((line) => ({
    text: line,
    files: [...(line.split(' | ').at(-1) ?? '').matchAll(/`([\w./]+)`/g)].map(([, file]) => file),
  }));

test('docs/cryptography.md lists each file that uses a cryptographic function, and no other', () => {
  assert.equal([...new Set(ROWS.flatMap(({ files }) => files))].sort(), USED.map(({ file }) => file).sort());
});

test('docs/cryptography.md names each algorithm of a file in a row of the file', () => {
  const missing = USED.flatMap(({ file, names }) => {
    const text = ROWS.filter(({ files }) => files.includes(file))
      .map((row) => row.text)
      .join('\n');
    return [...new Set(names)].filter((name) => !text.includes(name)).map((name) => `${file}: ${name}`);
  });
  assert.equal(missing, []);
  const of_tokens = ROWS.find(({ files }) => files.includes('gateway/http/jwt.ts'))?.text ?? '';
  for (const name of JWT_ALGORITHMS) assert.ok(of_tokens.includes(name), name);
});

test.run();
