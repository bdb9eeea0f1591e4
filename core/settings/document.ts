// Generates docs/settings.md from the settings table.

import type { Row } from './row.ts';
import { FACTORS } from './rows/factors.ts';
import { GENERAL } from './rows/general.ts';
import { HOOK_SETTINGS } from './rows/hooks.ts';
import { MAIL_TEMPLATES } from './rows/mail_templates.ts';
import { MESSAGES } from './rows/messages.ts';
import { OAUTH_SERVER } from './rows/oauth_server.ts';
import { PASSKEYS } from './rows/passkeys.ts';
import { EXTERNAL, PROVIDER_SPECIFIC_ROWS, providerRows } from './rows/providers.ts';
import { SAML } from './rows/saml.ts';
import { SCIM } from './rows/scim.ts';
import { SECURITY } from './rows/security.ts';
import { TELEMETRY } from './rows/telemetry.ts';
import { WEB3 } from './rows/web3.ts';
import { WEBHOOKS } from './rows/webhooks.ts';
import { type SettingName, variableNames } from './table.ts';

const SECTIONS: [title: string, rows: object][] = [
  ['Instance, database, logs, limits', GENERAL],
  ['Tokens, passwords, sessions', SECURITY],
  ['Mail and SMS', MESSAGES],
  ['Mail templates and notifications', MAIL_TEMPLATES],
  ['Anonymous users, flows and external providers', EXTERNAL],
  ['OAuth server', OAUTH_SERVER],
  ['Single sign-on (SAML)', SAML],
  ['Provisioning (SCIM)', SCIM],
  ['Second factors', FACTORS],
  ['Passkeys', PASSKEYS],
  ['Hooks', HOOK_SETTINGS],
  ['Webhooks', WEBHOOKS],
  ['Traces and metrics', TELEMETRY],
  ['Sign-in with wallets', WEB3],
];

const INTRODUCTION = `# Settings

<!-- Generated from core/settings by tools/write_settings_doc.ts. A test checks that this page is up to date. -->

This page lists every setting with its default. Settings are environment variables. They may also be in a file \`.env\` in the working directory, or in the file named with \`-c\`. The environment
overrides the file. An empty variable counts as not set, with two exceptions: an empty list has no values, and an empty \`SVC_API_PREFIX\` means no prefix.

Instead of a variable \`NAME\` you may set \`NAME_FILE\` to the path of a file with the value: \`SVC_JWT_SECRET_FILE=/run/secrets/jwt_secret\`.
Postern reads the file when it starts, without the last line end. Postern does not start if both \`NAME\` and \`NAME_FILE\` are set, or if the file
cannot be read, is not UTF-8, has more than 1 MiB, or is empty although the setting is a secret. Postern warns if the file of a secret is readable by
every account of the machine, or writable by others than its owner. This does not apply below \`/run/secrets\`, where containers have their secrets.
Use files for the variables marked as secret.

If a setting has several names, the first one that is set counts. Names with \`GOTRUE_\` come last, and Postern lists those that it has used when it
starts. If variables are missing or malformed, Postern lists all of them and does not start. Unknown \`SVC_\` names, and settings of features that are
not part of this release, cause warnings.

| type | form |
| --- | --- |
| boolean | \`true\`, \`t\`, \`1\`, or \`false\`, \`f\`, \`0\` |
| duration | seconds (\`90\`), or with units \`250ms\`, \`90s\`, \`15m\`, \`1h30m\` |
| list | values separated by commas, not trimmed; empty values are ignored |
| map | \`key:value\` pairs separated by commas |
| path | \`/auth/v1\`: whole segments |
| number or networks | \`2\`: the number of proxies; \`private,203.0.113.0/24,2001:db8::7\`: their networks, where \`private\` means loopback, private and link-local networks |
| rate | \`N\`: N per clock hour; \`N/duration\`: a token bucket of N that gains one per duration |
`;

/** Introduction to the settings of providers, which are documented once for all providers. */
const OF_PROVIDERS = `Each external provider has these settings, with its name in capitals instead of \`<NAME>\`. [providers.md](providers.md) has the names, and
\`npx postern provider list\` prints those of this release.
`;

/** Returns the complete document. */
export function settingsDocument(): string {
  const parts = SECTIONS.map(([title, rows]) => {
    const lines = Object.entries(rows).map(([key, row]) => settingTableRow(ownVariableNames(key), row as Row<unknown>));
    return `## ${title}\n\n${table(lines)}${rows === EXTERNAL ? `\n${providersSection()}` : ''}`;
  });
  return `${INTRODUCTION}\n${parts.join('\n')}`;
}

const table = (lines: readonly string[]): string =>
  `| variable | value | default | meaning |\n| --- | --- | --- | --- |\n${lines.join('\n')}\n`;

function providersSection(): string {
  const shared = Object.entries<Row<unknown>>(providerRows('the provider')).map(([part, row]) =>
    settingTableRow([`SVC_EXTERNAL_<NAME>_${part.toUpperCase()}`], row),
  );
  const own = PROVIDER_SPECIFIC_ROWS.map(([key, row]) => settingTableRow(ownVariableNames(key), row));
  return `${OF_PROVIDERS}\n${table([...shared, ...own])}`;
}

function settingTableRow(variables: readonly string[], row: Row<unknown>): string {
  const names = variables.map((name) => `\`${name}\``).join(' or ');
  const marks = [row.required ? '**required**' : '', row.secret ? 'secret' : '', row.deprecated ? 'deprecated' : ''];
  const note = marks.filter((mark) => mark !== '').join(', ');
  const cells = [names, row.type, row.required ? '' : describeDefault(row), `${row.doc}${note ? ` (${note})` : ''}`];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

function describeDefault(row: Row<unknown>): string {
  if (row.default_text !== undefined) return row.default_text;
  const { default: value } = row;
  if (value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0)) return '';
  return `\`${Array.isArray(value) ? value.join(',') : String(value)}\``;
}

function ownVariableNames(key: string): string[] {
  return variableNames(key as SettingName).filter((name) => !name.startsWith('GOTRUE_'));
}
