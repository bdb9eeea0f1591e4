// Traps are 115 behaviors of supabase/auth (and four more, with letters) on which clients rely and which a new server
// easily gets wrong, such as statuses, headers and the meaning of an empty string. Each has a test whose title starts
// with its number, or is listed here with a reason.
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

const LAST = 115;
const LETTERED = ['T40a', 'T76a', 'T76b', 'T100a'];
const TABLE = 'of single providers: test/gateway/providers';
const ABSENT: Readonly<Record<string, string>> = {
  ...Object.fromEntries([104, 105, 106].map((number) => [`T${number}`, TABLE])),
};

/** Returns the trap numbers in a test title: `T1`, `T58 and T59`, `T82, T83 and T88`, `T68 to T70`. */
function findTrapNumbers(name: string): string[] {
  const ranges = [...name.matchAll(/T(\d+) to T(\d+)/g)].flatMap(([, from, to]) =>
    Array.from({ length: Number(to) - Number(from) + 1 }, (_, index) => `T${Number(from) + index}`),
  );
  return [...ranges, ...(name.match(/\bT\d+[ab]?\b/g) ?? [])];
}

const named = new Set(
  readdirSync('test', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .flatMap((file) =>
      [...readFileSync(`test/${file}`, 'utf8').matchAll(/^test\(\s*['"`](T\d.*?)['"`],/gm)].flatMap(([, name = '']) =>
        findTrapNumbers(name),
      ),
    ),
);

test('every trap has a test with its number, or a reason', () => {
  const all = [...Array.from({ length: LAST }, (_, index) => `T${index + 1}`), ...LETTERED];
  assert.equal(
    all.filter((trap) => !named.has(trap) && !(trap in ABSENT)),
    [],
  );
});

test('no reason is listed for a trap with a test, and no test names an unknown trap', () => {
  assert.equal(
    Object.keys(ABSENT).filter((trap) => named.has(trap)),
    [],
  );
  const unknown = [...named].filter(
    (trap) => Number(trap.slice(1)) > LAST || (/[ab]$/.test(trap) && !LETTERED.includes(trap)),
  );
  assert.equal(unknown, []);
});

test.run();
