// Writes docs/settings.md out of the settings table.

import type { Row } from './row.ts';
import { FACTORS } from './rows/factors.ts';
import { GENERAL } from './rows/general.ts';
import { MAIL_TEMPLATES } from './rows/mail_templates.ts';
import { MESSAGES } from './rows/messages.ts';
import { PASSKEYS } from './rows/passkeys.ts';
import { EXTERNAL } from './rows/providers.ts';
import { SECURITY } from './rows/security.ts';
import { namesOf, SETTINGS, type SettingName } from './table.ts';

const SECTIONS: [title: string, rows: object][] = [
  ['Instance, database, logs, limits', GENERAL],
  ['Tokens, passwords, sessions', SECURITY],
  ['Mail and SMS', MESSAGES],
  ['What mails say, and notifications', MAIL_TEMPLATES],
  ['Anonymous users, flows and external providers', EXTERNAL],
  ['Second factors', FACTORS],
  ['Passkeys', PASSKEYS],
];

const INTRODUCTION = `# Settings

<!-- Generated from core/settings by tools/write_settings_doc.ts; a test compares. -->

Settings are environment variables. A file \`.env\` in the working directory (or the one named with \`-c\`) may hold them too; the environment wins over the
file. An empty variable counts as not set; that of a list is the empty list, and an empty \`SVC_API_PREFIX\` is no prefix. Every variable may be given as \`NAME_FILE\`, the path of a file with the value, as secret stores mount them.

Of several spellings the first that is set counts. A \`GOTRUE_\` name is accepted as the last one, and the start says which were used. A start that finds
missing or malformed variables names all of them at once. Unknown \`SVC_\` names, and settings whose feature is not part of this release, are warnings.

| written as | means |
| --- | --- |
| boolean | \`true\`, \`t\`, \`1\`, or \`false\`, \`f\`, \`0\` |
| duration | seconds (\`90\`), or with units \`250ms\`, \`90s\`, \`15m\`, \`1h30m\` |
| list | values with commas between them, not trimmed |
| map | \`key:value\` pairs with commas between them |
| path | \`/auth/v1\`: whole segments |
| number or networks | \`2\`: so many proxies; \`private,203.0.113.0/24,2001:db8::7\`: where they are, \`private\` being loopback, private and link-local networks |
| rate | \`N\`: so many per hour of the clock; \`N/duration\`: a bucket of N that gains one each duration |
`;

/** The whole document. */
export function settingsDocument(): string {
  const parts = SECTIONS.map(([title, rows]) => {
    const lines = Object.keys(rows).map((key) => rowOf(key as SettingName));
    return `## ${title}\n\n| variable | value | default | meaning |\n| --- | --- | --- | --- |\n${lines.join('\n')}\n`;
  });
  return `${INTRODUCTION}\n${parts.join('\n')}`;
}

function rowOf(key: SettingName): string {
  const row: Row<unknown> = SETTINGS[key];
  const names = ownNames(key)
    .map((name) => `\`${name}\``)
    .join(' or ');
  const marks = [row.required ? '**required**' : '', row.secret ? 'secret' : '', row.deprecated ? 'deprecated' : ''];
  const note = marks.filter((mark) => mark !== '').join(', ');
  const cells = [names, row.type, row.required ? '' : defaultOf(row), `${row.doc}${note ? ` (${note})` : ''}`];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

function defaultOf(row: Row<unknown>): string {
  if (row.default_text !== undefined) return row.default_text;
  const { default: value } = row;
  if (value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0)) return '';
  return `\`${Array.isArray(value) ? value.join(',') : String(value)}\``;
}

function ownNames(key: SettingName): string[] {
  return namesOf(key).filter((name) => !name.startsWith('GOTRUE_'));
}
