// Each value in a template is escaped for its context, so that no value becomes markup.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parseTemplate, TrustedUrl } from '../../../core/template/template.ts';

const render = (source: string, A: unknown = '', more: Record<string, unknown> = {}): string =>
  parseTemplate(source, 'html').render({ A, ...more });
const IRISH = "O'Reilly: How are <i>you</i>?";

test('escapes by context, as Go’s html/template does', () => {
  assert.is(render('{{ .A }}', IRISH), 'O&#39;Reilly: How are &lt;i&gt;you&lt;/i&gt;?');
  assert.is(render("<a title='{{ .A }}'>", IRISH), "<a title='O&#39;Reilly: How are &lt;i&gt;you&lt;/i&gt;?'>");
  assert.is(render('<a href="/{{ .A }}">', IRISH), '<a href="/O%27Reilly:%20How%20are%20%3ci%3eyou%3c/i%3e?">');
  assert.is(
    render('<a href="?q={{ .A }}">', IRISH),
    '<a href="?q=O%27Reilly%3a%20How%20are%20%3ci%3eyou%3c%2fi%3e%3f">',
  );
  assert.is(render('<title>{{ .A }}</title>', IRISH), '<title>O&#39;Reilly: How are &lt;i&gt;you&lt;/i&gt;?</title>');
  assert.is(render('<p title={{ .A }} x>', 'a b="c"'), '<p title=a&#32;b&#61;&#34;c&#34; x>');
  assert.is(render('<p title={{ .A }} x>', ''), '<p title=ZgotmplZ x>');
  assert.is(render('{{ .A }}', 'a+b\u0000\ud800\u001b'), 'a&#43;b\uFFFD\uFFFD\uFFFD');
});

test('a URL chosen by a user runs no script', () => {
  for (const evil of [
    'javascript:alert(1)',
    'JaVaScript:x',
    ' javascript:x',
    'java\tscript:x',
    'data:text/html,x',
    'vbscript:x',
    'tel:1',
  ]) {
    assert.is(render('<a href="{{ .A }}">', evil), '<a href="#ZgotmplZ">', evil);
    assert.is(render('<a href="{{ .B }}{{ .A }}">', evil), '<a href="#ZgotmplZ">', evil);
    assert.is(render('<a href={{ .A }}>', evil), '<a href=#ZgotmplZ>', evil);
  }
  assert.is(render('<a href="java{{ .A }}">', 'script:alert(1)'), '<a href="javascript%3aalert%281%29">');
  for (const good of ['https://example.org/a?b=1#c', 'HTTP://x', 'mailto:a@example.org', '/a/b:c', 'a%20b']) {
    assert.is(render('<a href="{{ .A }}">', good), `<a href="${good}">`);
  }
  assert.is(render('<a href="{{ .A }}">', 'https://x/?a=1&b=2'), '<a href="https://x/?a=1&amp;b=2">');
  assert.is(render('<a data-target-url="{{ .A }}">', 'javascript:x'), '<a data-target-url="#ZgotmplZ">');
});

test('our own URLs may have an app’s scheme, and run no script either', () => {
  assert.is(render('<a href="{{ .A }}">', new TrustedUrl('myapp://cb?x=1&y=2')), '<a href="myapp://cb?x=1&amp;y=2">');
  assert.is(render('<a href="{{ .A }}">', new TrustedUrl('java\nscript:x')), '<a href="#ZgotmplZ">');
  const own = {
    Site: new TrustedUrl('https://a.example'),
    Hash: 'pkce_1&2',
    To: new TrustedUrl('https://a.example/cb?x=1'),
  };
  assert.is(
    render('<a href="{{ .Site }}/confirm?token_hash={{ .Hash }}&type=email&next={{ .To }}">', '', own),
    '<a href="https://a.example/confirm?token_hash=pkce_1%262&type=email&next=https%3a%2f%2fa.example%2fcb%3fx%3d1">',
  );
  assert.is(
    render('{{ if .Site }}{{ .Site }}{{ end }} {{ eq .Site "https://a.example" }}', '', own),
    'https://a.example true',
  );
});

test('a style accepts words and numbers', () => {
  assert.is(render('<p style="color: {{ .A }}; x: y">', 'red'), '<p style="color: red; x: y">');
  assert.is(render('<p style="width: {{ .A }}">', '10.5%'), '<p style="width: 10.5%">');
  for (const evil of ['red; background: url(x)', 'expression(1)', '</p>', '"x', 'a{b}', 'exp/**/ression', '--x']) {
    assert.is(render('<p style="color: {{ .A }}">', evil), '<p style="color: ZgotmplZ">', evil);
  }
});

test('drops comments except conditional comments of Outlook, whose content is escaped as usual', () => {
  assert.is(render('a<!-- {{ .A }} <b> -->b', 'x'), 'ab');
  const outlook = '<!--[if mso]><a href="{{ .A }}"><![endif]--><!--[if !mso]><!-->{{ .A }}<!--<![endif]-->';
  assert.is(
    render(outlook, '--><b>'),
    '<!--[if mso]><a href="--%3e%3cb%3e"><![endif]--><!--[if !mso]><!-->--&gt;&lt;b&gt;<!--<![endif]-->',
  );
});

test('actions in tags: accepts branches that end in the same context', () => {
  const source = '<p {{ if .A }}title="{{ .A }}"{{ end }} class=x{{ if .A }} lang=de{{ end }}><br/>{{ .A }}';
  assert.is(render(source, 'x'), '<p title="x" class=x lang=de><br/>x');
  assert.is(render(source, ''), '<p  class=x><br/>');
  assert.is(render('<a href="{{ if .A }}{{ .A }}{{ else }}/x{{ end }}">', 'javascript:x'), '<a href="#ZgotmplZ">');
  assert.is(render('a < b {{ .A }} <3', '1'), 'a &lt; b 1 &lt;3');
  assert.is(render('<!doctype html><?xml x?><P CLASS="{{ .A }}">', '"'), '<!doctype html><?xml x?><P CLASS="&#34;">');
});

test('functions do not switch off escaping', () => {
  const evil = '"><script>alert(1)</script>';
  for (const call of [
    'print .A',
    'printf "%s" .A',
    '.A | html',
    'or .B .A',
    'index .L 0',
    'slice .A 0',
    'printf "%q" .A',
    '(print .A)',
  ]) {
    for (const source of [
      `{{ ${call} }}`,
      `<p title="{{ ${call} }}">`,
      `<a href="{{ ${call} }}">`,
      `<a href="?{{ ${call} }}">`,
    ]) {
      assert.not.match(render(source, evil, { L: [evil] }), /<script|"[^"]*">.*<|""/, source);
    }
  }
  assert.is(render('<a href="?q={{ urlquery .A }}">', 'a b'), '<a href="?q=a%20b">');
  assert.is(
    render('<p>{{ range $k, $v := .A }}{{ $k }}{{ $v }}{{ end }}</p>', { '<k>': '<v>' }),
    '<p>&lt;k&gt;&lt;v&gt;</p>',
  );
});

test.run();
