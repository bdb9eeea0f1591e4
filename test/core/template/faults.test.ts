// Template errors are reported with line and column before a mail is sent.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type OutputForm, parseTemplate, TemplateError } from '../../../core/template/template.ts';

const refused = (source: string, expected: RegExp, form: OutputForm = 'html'): void => {
  try {
    parseTemplate(source, form);
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    assert.match(error.message, expected, source);
    return;
  }
  assert.unreachable(`taken: ${source}`);
};

test('words', () => {
  refused('a\nb {{ .Name', /^line 2, column 3: this action is not closed by \}\}$/);
  refused('{{ "abc }}', /^line 1, column 4: this text is not closed$/);
  refused('{{/* abc }}', /^line 1, column 1: a comment must end with/);
  refused(
    '{{ .Data.first-name }}',
    /^line 1, column 15: a name has no - in it; write \{\{ index \.Data "first-name" \}\}$/,
  );
  refused('{{ ! }}', /^line 1, column 4: "!" has no meaning here$/);
  refused('{{ "\\z" }}', /column 4: \\z is not understood/);
  refused("{{ 'ab' }}", /column 4: one character/);
  refused('{{ 1x }}', /column 5: /);
});

test('structure', () => {
  refused('{{ if .A }}x', /^line 1, column 1: this \{\{ if \}\} has no \{\{ end \}\}$/);
  refused('x{{ end }}', /^line 1, column 2: \{\{ end \}\} belongs to nothing$/);
  refused('{{ else }}', /belongs to nothing/);
  refused('{{ if .A }}{{ else }}{{ else }}{{ end }}', /column 22: there was an/);
  refused('{{ range .A }}{{ else if .B }}{{ end }}', /column 15: \{\{ else if \}\} does not fit/);
  refused('{{ break }}', /column 1: .* outside/);
  refused('{{ if }}x{{ end }}', /a value is missing/);
  refused('{{ }}', /a value is missing/);
  refused('{{ if .A }}x{{ end .B }}', /column 20: this is too much/);
  refused(`{{ ${'('.repeat(50_000)}1 }}`, /^line 1, column 54: more than 50 parentheses/);
  refused('{{ if .A }}'.repeat(60) + '{{ end }}'.repeat(60), /more than 50 levels/);
  for (const word of ['define "x"', 'template "x"', 'block "x" .']) {
    refused(`\n\n  {{ ${word} }}{{ end }}`, /^line 3, column 3: \{\{ (define|template|block) \}\} is not understood/);
  }
});

test('values and calls', () => {
  refused('{{ upper .A }}', /^line 1, column 4: there is no function upper; known are and, or, /);
  refused('{{ call .A }}', /no function call/);
  refused('{{ js .A }}', /no function js/);
  refused('{{ $x }}', /column 4: the variable \$x has not been declared/);
  refused('{{ if true }}{{ $x := 1 }}{{ end }}{{ $x }}', /column 39: /);
  refused('{{ $x = 1 }}', /has not been declared/);
  refused('{{ .A .B }}', /column 4: only a function takes arguments/);
  refused('{{ .A | .B }}', /column 9: only a function/);
  refused('{{ not }}', /not takes 1 argument/);
  refused('{{ eq .A }}', /eq takes at least 2/);
  refused('{{ eq 1 len .A }}', /column 9: a call among arguments stands in parentheses/);
  refused('{{ (len .A }}', /a \) is missing/);
  refused('{{ printf .A }}', /column 11: the first argument of printf/);
  refused('{{ printf "%z" 1 }}', /column 11: printf understands/);
  refused('{{ printf "%9999d" 1 }}', /column 11: printf understands/);
  refused('{{ .A | printf }}', /the first argument of printf/);
});

test('places of an HTML document where no value is safe', () => {
  refused('<script>{{ .A }}</script>', /^line 1, column 9: a value cannot be printed in <script>$/);
  refused('<style>a { color: {{ .A }} }</style>', /in <style>/);
  refused('<a onclick="x({{ .A }})">', /column 15: a value cannot be printed in this attribute/);
  refused('<img srcset="{{ .A }}">', /in this attribute/);
  refused('<iframe srcdoc="{{ .A }}">', /in this attribute/);
  refused('<meta http-equiv="refresh" content="0; {{ .A }}">', /in this attribute/);
  refused('<a href="javascript:{{ .A }}">', /in a script or a data address/);
  refused('<a {{ .A }}>', /column 4: .* not in a tag/);
  refused('<a {{ .A }}="x">', /not in a tag/);
  refused('<a hr{{ if .B }}ef{{ end }}="x">', /inside of an attribute’s name/);
  refused('<scr{{ if .B }}ipt{{ end }}>', /inside of a tag’s name/);
  refused('<p style="background: url({{ .A }})">', /in a quote, a function or an address of a style/);
  refused(`<p style="font-family: '{{ .A }}'">`, /in a quote/);
  refused('<a href="{{ if .B }}?x={{ end }}{{ .A }}">', /before or behind the \?/);
  refused('<p title=>{{ .A }}</p>', /an attribute has no value/);
});

test('rejects branches and loops that end in another context', () => {
  refused('{{ if .A }}<p title="{{ end }}x', /column 1: the branches of \{\{ if \}\} end at different places/);
  refused('{{ range .A }}<p title="{{ end }}', /the body of \{\{ range \}\}/);
  refused('{{ range .A }}<p {{ break }}>{{ end }}', /the body of \{\{ range \}\}/);
  refused('<p title="x', /column 12: the template ends in an attribute/);
  refused('<style>a', /ends in a script, style, title or textarea/);
  refused('<!-- x', /ends in a comment/);
});

test.run();
