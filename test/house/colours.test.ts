// Style sheets use color tokens. Mails cannot use tokens and have the same values.
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

const LITERAL = /#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|oklch)a?\(/gi;
const tokens = [
  ...readFileSync('core/pages/tokens.css', 'utf8').matchAll(/light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g),
];
const light = new Set(tokens.map(([, value]) => value));
const dark = new Set(tokens.map(([, , value]) => value));
const MAILS = 'core/mail/builtin';

const coloursIn = (text: string): string[] => text.match(LITERAL) ?? [];

test('style sheets of pages contain no literal colour', () => {
  const sheets = ['core/pages', 'console/pages', 'dev/pages', 'gateway/pages'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.css') && name !== 'tokens.css')
      .map((name) => `${folder}/${name}`),
  );
  sheets.push('gateway/pipeline/confirm_page.ts');
  assert.ok(sheets.length > 10);
  for (const sheet of sheets) assert.equal(coloursIn(readFileSync(sheet, 'utf8')), [], sheet);
});

test('icons and pictures of pages have colours of the tokens', () => {
  const pages = ['core/pages', 'console/pages', 'dev/pages', 'gateway/pages'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(html|svg)$/.test(name))
      .map((name) => `${folder}/${name}`),
  );
  // In an icon inside a URL, %23 stands for #.
  const used = pages.flatMap((page) =>
    coloursIn(readFileSync(page, 'utf8').replaceAll('%23', '#')).map((colour) => [page, colour] as const),
  );
  assert.ok(used.length >= 4);
  for (const [page, colour] of used) assert.ok(light.has(colour) || dark.has(colour), `${page}: ${colour}`);
});

test('built-in mails have the colours of the pages, light and dark', () => {
  for (const name of readdirSync(MAILS)) {
    const text = readFileSync(`${MAILS}/${name}`, 'utf8');
    const [scheme = ''] = /@media \(prefers-color-scheme: dark\) \{[\s\S]*?\n\}/.exec(text) ?? [];
    const other = text.replace(scheme, '');
    assert.equal(
      coloursIn(scheme).filter((one) => !dark.has(one)),
      [],
      `${name}, dark`,
    );
    assert.equal(
      coloursIn(other).filter((one) => !light.has(one)),
      [],
      `${name}, light`,
    );
    assert.ok(coloursIn(other).length > 0, name);
  }
});

test.run();
