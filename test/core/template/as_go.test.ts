// Output of templates, compared with that of Go 1.26's html/template. It is the same byte for byte, except for the
// differences in the last test. go.jsonl and public_templates.jsonl contain Go's output. The templates of
// public_templates.jsonl have the constructs of the mail templates of public projects.
import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parseTemplate } from '../../../core/template/template.ts';

type TemplateValues = Record<string, unknown>;
const lines = (name: string): unknown[] =>
  readFileSync(new URL(name, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);

test('prints as Go does, with hostile values at every place of a document', () => {
  const [{ data }, ...rows] = lines('go.jsonl') as [
    { data: TemplateValues },
    ...{ source: string; cases: { value?: string; expected?: string; fault?: true }[] }[],
  ];
  let seen = 0;
  for (const { source, cases } of rows) {
    for (const { value, expected, fault } of cases) {
      seen += 1;
      if (fault) assert.throws(() => parseTemplate(source, 'html'), /^line 1, column \d+: /, source);
      else assert.is(parseTemplate(source, 'html').render(value === undefined ? data : { V: value }), expected, source);
    }
  }
  assert.ok(seen > 400, String(seen));
});

test('prints the templates of public projects as Go does', () => {
  const rows = lines('public_templates.jsonl') as {
    name: string;
    source: string;
    data: TemplateValues;
    expected: string;
  }[];
  assert.ok(rows.length > 20);
  for (const { name, source, data, expected } of rows) {
    const printed = parseTemplate(source, 'html').render(data);
    // Go drops conditional comments of Outlook.
    assert.is(printed.replace(/<!--\[if[\s\S]*?<!\[endif\]-->/g, ''), expected, name);
  }
});

test('differences: conditional comments of Outlook stay, and an action at which Go stops prints nothing', () => {
  const render = (source: string, values: TemplateValues = {}) => parseTemplate(source, 'html').render(values);
  assert.is(render('<!--[if mso]>{{ .A }}<![endif]-->', { A: '<' }), '<!--[if mso]>&lt;<![endif]-->');
  assert.is(render('{{ .A.b }}{{ index .L 9 }}{{ len .M }}', { A: 'text', L: [] }), '0');
  assert.is(render('<a href="?{{ urlquery .A }}">', { A: 'a b' }), '<a href="?a%20b">', 'a plus there');
  assert.is(render('{{ .N }}', { N: 1_234_567 }), '1234567', '1.234567e+06 there');
});

test.run();
