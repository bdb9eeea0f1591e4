// A setting that a caller does not send is null in SQL, which then uses its own default. That default must equal the
// default in the settings table.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Row } from '../../core/settings/row.ts';
import { SETTINGS } from '../../core/settings/table.ts';

const SQL = fileURLToPath(new URL('../../sql/', import.meta.url));
const ROWS: Readonly<Record<string, Row<unknown> | undefined>> = SETTINGS;

const code = ['lib', 'api']
  .flatMap((folder) =>
    readdirSync(join(SQL, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
  )
  .filter((path) => path.endsWith('.sql'))
  .map((path) => readFileSync(join(SQL, path), 'utf8').replace(/--.*$/gm, ''))
  .map((text) => text.replace(/\s+/g, ' ').replaceAll('( ', '('))
  .join('\n');

const SETTING = String.raw`\(*(?:\w+\.)?settings ->>? (?:case [^;]*? then )?'(\w+)'(?: else '(\w+)' end)?\)*`;
const TYPE = `(?:::[a-z]+(?: precision)?)?`;
const LITERAL = String.raw`('[^']*'|\d[\d *]*|true|false)`;
const READ = String.raw`(?:nullif\(${SETTING}${TYPE}, 0\)|${SETTING}${TYPE})`;
const DEFAULT = new RegExp(String.raw`(?:coalesce\(|,\s+)${READ},\s+${LITERAL}(?:::[a-z]+)?\)`, 'g');

/** Settings with their defaults in SQL. */
const found = [...code.matchAll(DEFAULT)].flatMap(([, ...groups]) => {
  const text = groups.pop() as string;
  return groups.filter((name) => name !== undefined).map((name) => [name, text] as const);
});

function parseLiteral(text: string): unknown {
  if (text === 'true' || text === 'false') return text === 'true';
  if (!text.startsWith("'")) return text.split('*').reduce((product, factor) => product * Number(factor), 1);
  const inner = text.slice(1, -1);
  return /^[[{]/.test(inner) ? JSON.parse(inner) : inner;
}

test('a default in SQL equals that of the settings table', () => {
  assert.ok(found.length > 45, `${found.length} defaults`);
  const others = found.filter(([name, text]) => {
    const row = ROWS[name];
    return row !== undefined && JSON.stringify(parseLiteral(text)) !== JSON.stringify(row.default);
  });
  assert.equal(others, []);
});

test('a default occurs once in SQL: other users call the function that has it', () => {
  // A missing boolean setting counts as false and needs no default.
  const names = found.filter(([, text]) => text !== 'false').map(([name]) => name);
  assert.equal([...new Set(names.filter((name, place) => names.indexOf(name) !== place))], []);
});

test('a setting that SQL reads without a default has none, or false', () => {
  const defaulted = new Set(found.map(([name]) => name));
  const read = new Set([...code.matchAll(/settings ->>? '(\w+)'/g)].map(([, name]) => name as string));
  const bare = [...read].filter((name) => !defaulted.has(name)).sort();
  const odd = bare.filter((name) => {
    const initial = ROWS[name]?.default;
    return ROWS[name] !== undefined && initial !== null && initial !== '' && initial !== false;
  });
  // The next test compares the defaults of these two settings.
  assert.equal(odd, ['rate_limit_email_sent', 'rate_limit_sms_sent']);
});

test('the message limits have the same default in SQL', () => {
  const { rate_limit_email_sent, rate_limit_sms_sent, rate_limit_email_per_address, rate_limit_sms_per_address } =
    SETTINGS;
  const counts = (text: RegExp) => [...code.matchAll(text)].map(([, number]) => Number(number));
  const of_all = counts(/rate ->> 'count'\)::integer, (\d+)\)/g);
  assert.equal(of_all, [rate_limit_email_sent.default.count]);
  assert.equal(of_all, [rate_limit_sms_sent.default.count]);
  const of_one = counts(/'rate_limit_email_per_address' end ->> 'count'\)::double precision, (\d+)\)/g);
  assert.equal(of_one, [rate_limit_email_per_address.default.count]);
  assert.equal(of_one, [rate_limit_sms_per_address.default.count]);
  const [, sms, mail] = /then case when sms then (\d+) else (\d+) end/.exec(code) ?? [];
  assert.equal(
    [Number(mail), Number(sms)],
    [rate_limit_email_per_address.default.per, rate_limit_sms_per_address.default.per],
  );
});

test.run();
