// Parses files into users: the accepted formats, the line of each user, and errors that end the parsing.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readCsv } from '../../import/csv.ts';
import { DigestSet } from '../../import/digest_set.ts';
import { readJson } from '../../import/json.ts';
import type { UserRow } from '../../import/row.ts';

const folder = mkdtempSync(join(tmpdir(), 'postern-import-'));
test.after(() => rmSync(folder, { recursive: true }));

let files = 0;
function writeFile(content: string | Buffer): string {
  const path = join(folder, `${++files}.txt`);
  writeFileSync(path, content);
  return path;
}

async function collectRows(rows: AsyncIterable<UserRow>): Promise<UserRow[]> {
  const all: UserRow[] = [];
  for await (const row of rows) all.push(row);
  return all;
}

const csv = (content: string | Buffer) => collectRows(readCsv(writeFile(content)).rows);
const json = (content: string | Buffer) => collectRows(readJson(writeFile(content)).rows);
const readResults = (rows: UserRow[]) => rows.map(({ line, json: text, fault }) => [line, fault ?? JSON.parse(text)]);

async function readingError(reading: Promise<unknown>): Promise<string> {
  return reading.then(
    () => 'read',
    (error: Error) => error.message.replace(/^\d+\.txt /, ''),
  );
}

test('CSV: columns by name, empty ones absent, JSON and booleans parsed, the line at which each user begins', async () => {
  const rows = await csv(
    'phone,email,user_metadata,email_confirm,role\n' +
      ',ada@example.com,"{""n"": 12345678901234567890}",true,\n' +
      '\n' +
      '4911,"grace@example.com",,false,"ad\nmin"\n' +
      '4912,last@example.com,,,',
  );
  assert.equal(readResults(rows), [
    [2, { email: 'ada@example.com', user_metadata: { n: 12345678901234567000 }, email_confirm: true }],
    [4, { phone: '4911', email: 'grace@example.com', email_confirm: false, role: 'ad\nmin' }],
    [6, { phone: '4912', email: 'last@example.com' }],
  ]);
  assert.match(rows[0]?.json ?? '', /12345678901234567890/, 'long numbers are not rounded');
});

test('CSV with a byte order mark and CRLF, quoted newlines among them', async () => {
  const rows = await csv('\uFEFFemail,role\r\na@example.com,"x\r\ny"\r\nb@example.com,z\r\n');
  assert.equal(readResults(rows), [
    [2, { email: 'a@example.com', role: 'x\r\ny' }],
    [4, { email: 'b@example.com', role: 'z' }],
  ]);
});

test('CSV: errors of one user name line and column, and the others are read', async () => {
  const rows = await csv(
    'email,user_metadata,email_confirm\na@example.com,{,true\nb@example.com,,yes\nc@example.com\nd@example.com,"{""a"": ""\\u0000""}",\n' +
      'e\0@example.com,,\nf@example.com,,true\n',
  );
  assert.equal(readResults(rows), [
    [2, { column: 'user_metadata', message: 'is no JSON' }],
    [3, { column: 'email_confirm', message: 'must be true or false' }],
    [4, { message: 'has 1 values, and the first line names 3 columns' }],
    [5, { column: 'user_metadata', message: 'string contains NUL or an unpaired surrogate' }],
    [6, { column: 'email', message: 'string contains NUL or an unpaired surrogate' }],
    [7, { email: 'f@example.com', email_confirm: true }],
  ]);
  assert.equal(
    rows.slice(0, 3).map((row) => row.again('because, of this')),
    [
      'a@example.com,{,true,"because, of this"\n',
      'b@example.com,,yes,"because, of this"\n',
      'c@example.com,"because, of this"\n',
    ],
  );
});

test('CSV: a row with too many or too few values stays in the file of rejected rows until it is fixed', async () => {
  for (const row of ['a@example.com', 'a@example.com,,x', 'a@example.com,"Smith", John,x']) {
    let content = `email,role\n${row}\n`;
    for (let time = 1; time <= 4; time += 1) {
      const reader = readCsv(writeFile(content));
      const [first, ...others] = await collectRows(reader.rows);
      assert.equal(others, [], row);
      assert.match(
        first?.fault?.message ?? 'it is accepted',
        /^has \d values, and the first line names/,
        `${row}, time ${time}`,
      );
      content = `${reader.heading()}${first?.again('the reason')}`;
      assert.ok(content.startsWith(`email,role,import_error\n${row}`) && content.endsWith(',the reason\n'), content);
    }
  }
});

test('unreadable CSV ends in an error that names the place', async () => {
  const faults: [string | Buffer, RegExp][] = [
    ['', /^is empty/],
    ['email;phone\na;b\n', /^has semicolons between its columns: save it with commas/],
    ['email\tphone\n', /^has tabs/],
    ['email,colour\n', /has the unknown column "colour"\..* email_confirmed_at/],
    ['email,password\n', /has the unknown column "password"/],
    ['email,email\n', /names the column email twice/],
    [
      'email,role\na@example.com,\nb@example.com,"x\nc@example.com,y\n',
      /^ends within a quoted value, which begins in user number 2\./,
    ],
    ['email,"role\na@example.com,\n', /^ends within a quoted value, which begins in its first line\./],
    ['email,role\na@example.com,x"y\n', /^cannot be read at line 2: a quote/],
    [`email,role\na@example.com,"${'x'.repeat(10_000_000)}\n`, /^has a user of more than 1 MiB at line 2/],
    [Buffer.from('email\n\xff\n', 'latin1'), /^is not UTF-8, at line 1 or soon after/],
    [Buffer.from('\ufeffemail\na@example.com\n', 'utf16le'), /^is not UTF-8/],
  ];
  for (const [content, expected] of faults) assert.match(await readingError(csv(content)), expected);
  assert.match(await readingError(collectRows(readCsv(join(folder, 'absent.csv')).rows)), /is not there/);
});

test('JSON: a list, lines, braces in strings, one invalid value among others', async () => {
  const users = [{ email: 'a@example.com', user_metadata: { t: '}]{["\\' } }, { email: 'b@example.com' }];
  const expected = users.map((user, at) => [at + 1, user]);
  assert.equal(readResults(await json(users.map((user) => JSON.stringify(user)).join('\n'))), expected);
  assert.equal(
    readResults(await json(`\uFEFF[${users.map((user) => JSON.stringify(user)).join(',\r\n')}]\r\n`)),
    expected,
  );
  assert.equal(readResults(await json('[]')), []);
  assert.equal(readResults(await json('[\n{\n"email":"a@example.com"\n},\n{"email":}, {"email":"\\ud800"}\n]')), [
    [2, { email: 'a@example.com' }],
    [5, { message: 'is no JSON' }],
    [5, { column: 'email', message: 'string contains NUL or an unpaired surrogate' }],
  ]);
  const long = `{"user_metadata": {"n": 12345678901234567890, "t": "${'x'.repeat(200_000)}"}}`;
  const [row] = await json(`${long}\n`);
  assert.is(row?.json, long, 'over the borders of pieces, as it was written');
  assert.is((await json('{\n "a": 1}'))[0]?.again('why'), '{"import_error": "why", "a": 1}\n');
  assert.is((await json('{}'))[0]?.again('why'), '{"import_error": "why"}\n');
});

test('unreadable JSON ends in an error that names the place', async () => {
  const faults: [string, RegExp][] = [
    ['', /^is empty/],
    ['[{"email":"a"}', /^ends within its list/],
    ['[{"email":"a"},\n{"email":', /^ends within the object that begins at line 2/],
    ['{"email":"a}', /^ends within the object that begins at line 1/],
    ['[{"a":1} {"a":1}]', /^cannot be read at line 1/],
    ['[{"a":1},]', /^cannot be read/],
    ['[,{"a":1}]', /^cannot be read/],
    ['{"a":1}\n,{"a":1}', /^cannot be read at line 2/],
    ['[{"a":1}]\n{"a":1}', /^cannot be read at line 2/],
    ['"a"', /^cannot be read at line 1/],
    ['{"users": 1}]', /^cannot be read/],
    [`{"a":"${'x'.repeat(10_000_000)}"}`, /^has a user of more than 1 MiB at line 1/],
  ];
  for (const [content, expected] of faults)
    assert.match(await readingError(json(content)), expected, content.slice(0, 40));
});

test('the set of digests contains each added digest and no other, and grows', () => {
  const set = new DigestSet();
  const digest = (n: number) => ((BigInt(n) * 0x9e3779b97f4a7c15n) % 2n ** 64n).toString(16).padStart(16, '0');
  for (let n = 0; n < 20_000; n += 1) assert.is(set.add(digest(n)), true);
  for (let n = 0; n < 20_000; n += 1) assert.is(set.add(digest(n)), false);
  for (let n = 20_000; n < 40_000; n += 1) assert.is(set.has(digest(n)), false);
});

test.run();
