// runner: when=worker,core

// Renders 10,000 random user_metadata values with the built-in templates, and with a template that prints them at every
// place of a document. No value adds markup, a script URL or a header, and an independent parser can parse the mails.
import { createTransport } from 'nodemailer';
import PostalMime from 'postal-mime';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createKeyRing } from '../../core/keys/ring.ts';
import { composeMail, type LeasedMessage } from '../../core/mail/compose.ts';
import { MAIL_KINDS, type MailKindName } from '../../core/mail/kinds.ts';
import { parsedBuiltInTemplate, parseMailTemplate } from '../../core/mail/mail_template.ts';
import { buildMail } from '../../core/mail/send.ts';
import type { OutgoingMessage } from '../../core/senders.ts';
import type { TestDatabase } from '../support/database/db.ts';
import { PEPPER, workerSettings } from '../support/processes/worker.ts';

const SEED = Number(process.env.POSTERN_SEED ?? Math.floor(Math.random() * 2 ** 31));
const VALUES = 10_000;
const KINDS = Object.keys(MAIL_KINDS) as MailKindName[];
const FROM = { name: 'Postern', address: 'no-reply@example.com' };

const settings = workerSettings({ url: () => '', environment: () => ({}) } as unknown as TestDatabase, 0);
const ring = createKeyRing({ security_pepper: PEPPER, jwt_secret: '' });
const library = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });

let state = SEED;
/** mulberry32, a seeded generator. */
function random(): number {
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
}
const below = (most: number): number => Math.floor(random() * most);
const pick = <T>(from: readonly T[]): T => from[below(from.length)] as T;

const HOSTILE = [
  ...[
    '<script>alert(1)</script>',
    '"><img src=x onerror=y>',
    "' onclick='x",
    '</title>',
    '</p><a href="https://evil.example">',
    '-->',
    ']]>',
  ],
  ...[
    'javascript:alert(1)',
    'JAVA\tSCRIPT:x',
    'data:text/html,<b>',
    'https://evil.example/?a=1&b=2',
    '//evil.example',
    '\\\\evil',
  ],
  ...[
    '\r\nBcc: eve@evil.example',
    '\nSubject: x',
    '\r\n\r\nbody',
    '\u2028X-Y: z',
    '\u0085',
    '\0',
    '\u001b[2J',
    '\ud800',
    '\udfff',
    '\u202e',
  ],
  ...[
    '=?utf-8?Q?=0ABcc:_x?=',
    '=?utf-8?B?PGI+?=',
    '{{ .Token }}',
    '{{',
    '}}',
    '[[button]]',
    '&lt;',
    '&#60;',
    '%3Cscript%3E',
    '+ADw-',
    '`',
    '=',
    ' ',
  ],
  ...[
    'Ada',
    'Łukasz',
    '李',
    '👩‍👩‍👧',
    'é',
    'a'.repeat(300),
    '.',
    '..\r\n.\r\n',
    '--',
    'url(x)',
    'expression(1)',
    '--boundary',
  ],
];

function randomText(): string {
  return Array.from({ length: below(5) + 1 }, () =>
    random() < 0.7 ? pick(HOSTILE) : String.fromCharCode(below(0x3000)),
  ).join('');
}

function randomValue(depth = 0): unknown {
  const kind = below(depth > 2 ? 5 : 7);
  if (kind < 3) return randomText();
  if (kind === 3) return pick([0, -1, 1e308, 1.5, 12_345_678_901_234]);
  if (kind === 4) return pick([true, false, null]);
  const list = Array.from({ length: below(4) }, () => randomValue(depth + 1));
  return kind === 5 ? list : Object.fromEntries(list.map((inner) => [randomText(), inner]));
}

const data = (): Record<string, unknown> => ({
  v: randomValue(),
  w: randomText(),
  list: [randomText(), randomValue()],
  [randomText()]: randomText(),
});

// Marks around values that the template prints. No value contains such a mark.
const OPEN = '\u2603a';
const CLOSE = 'b\u2603';
const EVERYWHERE = parseMailTemplate({
  subject: '{{ .Data.v }} {{ .Data.w }} {{ range .Data.list }}{{ . }}{{ end }}',
  html: `<!doctype html><html><head><title>${OPEN}{{ .Data.w }}${CLOSE}</title></head><body>
    <p title="${OPEN}{{ .Data.v }}${CLOSE}" lang='${OPEN}{{ .Data.w }}${CLOSE}' id=${OPEN}{{ .Data.w }}${CLOSE}>${OPEN}{{ .Data.v }}{{ .Data.w }}${CLOSE}</p>
    <a href="{{ .Data.w }}">1</a><a href="{{ .Data.v }}/x">2</a><a href="/${OPEN}{{ .Data.w }}${CLOSE}?q=${OPEN}{{ .Data.v }}${CLOSE}">3</a>
    <p style="color: {{ .Data.w }}">{{ range $k, $v := .Data }}${OPEN}{{ $k }}{{ $v }}${CLOSE}{{ end }}</p>
    <textarea>${OPEN}{{ .Data.v }}${CLOSE}</textarea><a href="{{ .ConfirmationURL }}">{{ .Token }}</a></body></html>`,
  text: 'Hello {{ .Data.w }}\n{{ .Data.v }}\n{{ .ConfirmationURL }}\n',
});
/** Counts the characters of a document that form markup. */
const markup = (html: string): string => ['<', '>', '"', "'"].map((one) => html.split(one).length).join();

const taken = (kind: MailKindName, of: Record<string, unknown>): LeasedMessage => ({
  message: {
    id: '0b5c5b1e-8c0a-4d0e-9d3b-1c1f6c1f0d11',
    kind,
    channel: 'mail',
    to: 'ada@example.org',
    attempt: 1,
    base_url: '',
    redirect_to: 'https://app.example.com/cb',
    details: {
      OldEmail: randomText(),
      OldPhone: randomText(),
      Phone: randomText(),
      Provider: randomText(),
      FactorType: randomText(),
      Device: randomText(),
      IPAddress: randomText(),
      Time: randomText(),
    },
    created_at: '2026-08-01T10:00:00.1Z',
  },
  token: {
    id: '2f1c9f8e-51a5-4f5b-a7a0-6d8f3c0b9a11',
    generation: 1,
    key_id: 1,
    digits: 6,
    purpose: 'signup',
    pkce: false,
  },
  user: { email: 'ada@example.org', new_email: randomText(), phone: randomText(), data: of },
});

function assertNoMarkup(html: string, calm: string, printed: boolean): void {
  assert.is(markup(html), calm, html);
  if (!printed) return;
  assert.not.match(html, /[\p{Cc}--[\t\n\f\r]]|\p{Cs}/v, `a control or half of a character: ${html}`);
  for (const [, inner = ''] of html.matchAll(new RegExp(`${OPEN}([\\s\\S]*?)${CLOSE}`, 'g')))
    assert.not.match(inner, /[<>"']/, html);
  for (const [, address = ''] of html.matchAll(/ href="([^"]*)"/g)) {
    const plain = address.replaceAll('&amp;', '&');
    // An invalid URL opens nothing, so it is harmless.
    if (!URL.canParse(plain, 'https://base.example')) continue;
    assert.match(new URL(plain, 'https://base.example').protocol, /^(https?|mailto):$/, address);
  }
}

async function assertParsable(mail: OutgoingMessage): Promise<void> {
  const { message } = await library.sendMail(buildMail(mail, FROM) as object);
  const parsed = await PostalMime.parse(message as Buffer);
  assert.equal(parsed.headers.map(({ key }) => key).sort(), [
    'content-type',
    'date',
    'from',
    'message-id',
    'mime-version',
    'subject',
    'to',
  ]);
  assert.equal(parsed.to, [{ address: 'ada@example.org', name: '' }]);
  assert.equal(parsed.from, FROM);
  assert.equal(parsed.attachments, []);
  // The MIME library normalizes line ends, and drops a stray CR before CRLF.
  const same = (text = ''): string => text.replace(/\r*\n|\r/g, '\n').replace(/\n+$/, '');
  assert.is(same(parsed.html), same(mail.html));
  assert.is(same(parsed.text), same(mail.text));
  assert.not.match(mail.subject, /[\p{Cc}\p{Zl}\p{Zp}]/u);
  assert.is((parsed.subject ?? '').replace(/\s+/g, ' '), mail.subject.replace(/\s+/g, ' '));
}

test(`no value becomes markup, a header or a broken mail (seed ${SEED})`, async () => {
  const calm: Record<string, unknown> = { v: 'v', w: 'w', list: ['a', 'b'], k: 'z' };
  const calmOf = (kind: MailKindName, template = parsedBuiltInTemplate(kind)): string => {
    const mail = { ...taken(kind, calm), user: { email: 'a', new_email: 'b', phone: '1', data: calm } };
    return markup(composeMail(mail, settings, ring, template).html);
  };
  const expected = new Map(KINDS.map((kind) => [kind, calmOf(kind)]));
  const everywhere = calmOf('confirmation', EVERYWHERE);
  for (let count = 0; count < VALUES; count += 1) {
    const one = data();
    const kinds = [count, count + 1].map((at) => KINDS[at % KINDS.length] as MailKindName);
    const [, second] = kinds.map((kind) => {
      const mail = composeMail(taken(kind, one), settings, ring);
      assertNoMarkup(mail.html, expected.get(kind) ?? '', false);
      return mail;
    });
    const mail = composeMail(taken(kinds[0] ?? 'invite', one), settings, ring, EVERYWHERE);
    assertNoMarkup(mail.html, everywhere, true);
    // Parsing is slow, and the values do not change the structure of the mail, so only some mails are parsed.
    if (count % 4 === 0) await assertParsable(mail);
    if (count % 4 === 2) await assertParsable(second ?? mail);
  }
});

test.run();
