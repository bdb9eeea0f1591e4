// runner: when=core

// The template language: the output of actions, and the supported part of Go's text/template.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parseTemplate, RenderError } from '../../../core/template/template.ts';

const data = {
  Email: 'ada@example.org',
  Empty: '',
  Data: {
    name: 'Ada',
    n: 3,
    big: 1234567,
    none: null,
    yes: true,
    tags: ['a', 'b', 'c'],
    grid: [[1, 2], [3]],
    deep: { x: { y: 'z' } },
    'first-name': 'A',
    ümlaut: 'ü',
  },
};
const prints = (source: string, expected: string): void =>
  assert.is(parseTemplate(source, 'text').render(data), expected, source);

test('names and paths; a missing value prints nothing', () => {
  prints('{{.Email}} {{ .Data.name }} {{\n.Data.deep.x.y\n}} {{ $.Data.ümlaut }}', 'ada@example.org Ada z ü');
  prints('{{ .Missing }}|{{ .Data.none }}|{{ .Data.name.first.second }}|{{ .Data.n.x }}', '|||');
  prints('{{ .constructor }}{{ .Data.__proto__ }}{{ .Data.toString }}{{ index .Data "hasOwnProperty" }}', '');
  prints('{{ .Data.tags.length }}{{ .Data.name.length }}', '');
});

test('prints values as Go does, numbers as JSON does', () => {
  prints('{{ .Data.n }} {{ .Data.big }} {{ .Data.yes }}', '3 1234567 true');
  prints('{{ .Data.tags }} {{ .Data.deep }} {{ .Data.grid }}', '[a b c] map[x:map[y:z]] [[1 2] [3]]');
  prints('{{ "q\\t\\u00e9\\"" }}{{ `raw\\n` }}{{ 1.5 }}{{ 0x10 }}{{ -2 }}{{ \'a\' }}', 'q é"raw\\n1.516-297');
});

test('if, else if, else; which values are true', () => {
  prints('{{ if .Data.name }}y{{ else }}n{{ end }}', 'y');
  for (const empty of [
    '.Empty',
    '.Missing',
    '.Data.none',
    '0',
    '""',
    'false',
    'nil',
    '(not 1)',
    '(slice .Data.tags 3)',
  ]) {
    prints(`{{ if ${empty} }}y{{ else }}n{{ end }}`, 'n');
  }
  const chain = '{{ if eq .Data.n 1 }}one{{ else if eq .Data.n 2 3 }}two or three{{ else }}many{{ end }}.';
  prints(chain, 'two or three.');
  prints('{{ if and .Data.name (or .Missing .Data.yes) (not .Empty) }}y{{ end }}', 'y');
  prints('{{ or .Missing "somebody" }} {{ and .Data.name .Missing }}{{ or .Missing .Empty }}', 'somebody ');
});

test('with and range change the dot; $ stays the root', () => {
  prints('{{ with .Data.deep.x }}{{ .y }} {{ $.Email }}{{ else }}none{{ end }}', 'z ada@example.org');
  prints('{{ with .Missing }}x{{ else with .Data.name }}{{ . }}{{ else }}none{{ end }}', 'Ada');
  prints('{{ range .Data.tags }}<{{ . }}>{{ else }}none{{ end }}', '<a><b><c>');
  prints('{{ range $i, $tag := .Data.tags }}{{ if $i }}, {{ end }}{{ $i }}={{ $tag }}{{ end }}', '0=a, 1=b, 2=c');
  prints('{{ range $tag := .Data.tags }}{{ $tag }}{{ end }}', 'abc');
  prints('{{ range $k, $v := .Data.deep }}{{ $k }}{{ $v.y }}{{ end }}{{ range 3 }}{{ . }}{{ end }}', 'xz012');
  prints('{{ range .Missing }}x{{ else }}none{{ end }}{{ range .Data.name }}x{{ else }}none{{ end }}', 'nonenone');
  prints('{{ range .Data.tags }}{{ if eq . "b" }}{{ continue }}{{ end }}{{ . }}{{ end }}', 'ac');
  prints('{{ range .Data.tags }}{{ if eq . "b" }}{{ break }}{{ end }}{{ . }}{{ end }}!', 'a!');
});

test('variables live until the end of their block', () => {
  prints('{{ $x := "a" }}{{ if true }}{{ $x := "b" }}{{ $x }}{{ end }}{{ $x }}', 'ba');
  prints('{{ $x := "a" }}{{ if true }}{{ $x = "b" }}{{ end }}{{ $x }}', 'b');
  prints('{{ $n := .Data.name | printf "%s!" }}{{ $n }}{{ if $m := .Data.n }}{{ $m }}{{ end }}', 'Ada!3');
  prints('{{ $d := .Data }}{{ $d.deep.x.y }}', 'z');
});

test('comments and trim markers', () => {
  prints('a {{/* not {{ here }} */}} b', 'a  b');
  prints('a {{- /* gone */ -}} b', 'ab');
  prints('a\n  {{- .Data.name -}}  \n b', 'aAdab');
  prints('{{ if true -}}\n  x\n{{- end }}', 'x');
  prints('{{3}} {{-3}} {{- 3 }}', '3 -33');
});

test('functions', () => {
  prints('{{ len .Data.tags }}{{ len "ü" }}{{ len .Data.deep }}{{ len .Missing }}', '3210');
  prints('{{ index .Data "first-name" }}{{ index .Data.grid 1 0 }}{{ index .Data.tags 9 }}', 'A3');
  prints('{{ slice .Data.name 0 1 }}{{ slice .Data.name 1 }}{{ slice .Data.tags 1 2 }}', 'Ada[b]');
  prints('{{ lt 1 2 }}{{ le 2 2 }}{{ gt "b" "a" }}{{ ge 1 2 }}{{ lt 1 "2" }}', 'truetruetruefalsefalse');
  prints('{{ ne .Data.name "Bob" }}{{ eq .Data.n "3" }}{{ eq .Missing nil }}', 'truefalsetrue');
  prints('{{ print 1 2 "x" 3 }}|{{ .Email | print "<" | printf "%s>" }}', '1 2x3|<ada@example.org>');
  prints(
    '{{ printf "%-5s|%5s|%05d|%.2f|%q|%v|%t|%x|%%|%+d" "ab" "cd" 42 1.5 "q" true false 255 7 }}',
    'ab   |   cd|00042|1.50|"q"|true|false|ff|%|+7',
  );
  prints('{{ (index .Data.grid 0) | len }}{{ (index .Data "deep").x.y }}', '2z');
  prints('{{ urlquery "a b&c" }}', 'a%20b%26c');
});

test('a value cannot break its line, also on a line of its own', () => {
  const values = { Name: "O'Hara\r\nBcc: eve@example.org\u2028x\u0000" };
  assert.is(parseTemplate('Hi\n{{ .Name }}\n', 'text').render(values), "Hi\nO'Hara Bcc: eve@example.org x\n");
  assert.is(parseTemplate('{{ .Name }}\n{{ "a\\nb" }}', 'line').render(values), "O'Hara Bcc: eve@example.org x a b");
});

test('limits the size of the output', () => {
  const list = Array.from({ length: 2_000 }, () => 'x');
  for (const source of [
    '{{ range .L }}{{ range $.L }}{{ . }}{{ end }}{{ end }}',
    '{{ range .N }}{{ end }}',
    '{{ range .L }}{{ range .L }}{{ end }}{{ end }}{{ range 1000 }}{{ printf "%200s%200s%200s%200s%200s%200s" 1 1 1 1 1 1 }}{{ end }}',
  ]) {
    assert.throws(
      () => parseTemplate(source, 'text').render({ L: list, N: 1e300 }),
      (error: unknown) => error instanceof RenderError,
    );
  }
});

test('counts texts returned by functions before they are stored or escaped', () => {
  const doubled = '{{ $x := "ab" }}{{ range 25 }}{{ $x = print $x $x }}{{ end }}';
  const sources = [
    `${doubled}{{ len $x }}`,
    `${doubled}{{ if eq $x "" }}{{ end }}`,
    `{{ with "ab" }}${'{{ with printf "%s%s" . . }}'.repeat(24)}{{ len . }}${'{{ end }}'.repeat(24)}{{ end }}`,
    '{{ range 2000 }}{{ $x := print $.Long }}{{ end }}',
    '{{ range 90000 }}{{ len $.Long }}{{ end }}',
    '{{ range 90000 }}{{ slice $.Long 0 1 }}{{ end }}',
    ...['html', 'println', 'urlquery'].map((name) => doubled.replace('print ', `${name} `)),
  ];
  for (const form of ['html', 'text', 'line'] as const) {
    for (const source of sources) {
      assert.throws(
        () => parseTemplate(source, form).render({ Long: 'x'.repeat(1_000) }),
        (error: unknown) => error instanceof RenderError,
        source,
      );
    }
  }
  const many = '{{ range 5000 }}{{ $x := slice $.Long 0 10 }}{{ if eq $x "" }}{{ end }}{{ end }}{{ len .Long }}';
  assert.is(parseTemplate(many, 'html').render({ Long: 'x'.repeat(1_000) }), '1000');
});

test('counts visited members of lists and maps, even if they print little', () => {
  const map = Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`k${index}`, index]));
  const values = { Map: map, List: Object.keys(map), Deep: { map } };
  for (const source of [
    '{{ range 3000 }}{{ range $.Map }}{{ break }}{{ end }}{{ end }}',
    '{{ range 3000 }}{{ if $.Map }}{{ end }}{{ end }}',
    '{{ range 3000 }}{{ with $.Map }}{{ end }}{{ end }}',
    '{{ range 3000 }}{{ if or $.Map 1 }}{{ end }}{{ end }}',
    '{{ range 3000 }}{{ if not $.Map }}{{ end }}{{ end }}',
    '{{ range 3000 }}{{ if len $.Map }}{{ end }}{{ end }}',
    '{{ range 3000 }}{{ $x := slice $.List 1 }}{{ end }}',
    '{{ range 3000 }}{{ if printf "%.1s" $.Deep }}{{ end }}{{ end }}',
  ]) {
    assert.throws(
      () => parseTemplate(source, 'text').render(values),
      (error: unknown) => error instanceof RenderError,
      source,
    );
  }
  assert.is(parseTemplate('{{ range $k, $v := .Map }}{{ $v }}{{ end }}', 'text').render(values).length, 6_890);
});

test('returns the names that a template uses', () => {
  const source =
    '{{ .A }}{{ range .B }}{{ .C }}{{ $.D }}{{ end }}{{ with .E }}{{ . }}{{ else }}{{ .F }}{{ end }}{{ if .G }}{{ print (len .H.x) }}{{ end }}';
  assert.equal([...parseTemplate(source, 'text').names].sort(), ['A', 'B', 'D', 'E', 'F', 'G', 'H']);
});

test.run();
