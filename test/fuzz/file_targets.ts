// Fuzz targets for input of operators: import files, .env files and settings. Each target checks a property that must
// hold for every input.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseDotenv } from '../../core/settings/dotenv.ts';
import { readEnvironment, readSettings, SettingsError } from '../../core/settings/reading.ts';
import type { Row } from '../../core/settings/row.ts';
import { SETTINGS, type SettingName, variableNames } from '../../core/settings/table.ts';
import { CommandError } from '../../core/terminal/errors.ts';
import { readCsv } from '../../import/csv.ts';
import { readJson } from '../../import/json.ts';
import type { UserReader } from '../../import/row.ts';
import { JWT_SECRET, PEPPER } from '../support/processes/keys.ts';
import { allowErrors, assertHolds, assertStorable, JSON_WORDS } from './assertions.ts';
import type { FuzzTarget } from './fuzzer.ts';

const FOLDER = join(tmpdir(), 'postern-fuzz-');
interface ReadRow {
  json: string;
  faulty: boolean;
  again: string;
}

/** Reads an import file with the given text. Returns undefined if its format is refused. */
async function readFile(reader: (file: string) => UserReader, text: string): Promise<ReadRow[] | undefined> {
  const folder = mkdtempSync(FOLDER);
  const file = join(folder, 'users');
  try {
    writeFileSync(file, text);
    return await allowErrors([CommandError], async () => {
      const rows: ReadRow[] = [];
      const { rows: all, heading } = reader(file);
      for await (const { json, fault, again } of all) {
        rows.push({ json, faulty: fault !== undefined, again: heading() + again('because') });
      }
      return rows;
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Checks the accepted users among the first three rows of a file. Each user is a JSON object that Postgres can store.
 * After the import writes the user to a file as rejected, reading that file yields the same user, apart from
 * import_error.
 */
const importCheck =
  (reader: (file: string) => UserReader) =>
  async (input: string): Promise<void> => {
    for (const { json, faulty, again } of (await readFile(reader, input))?.slice(0, 3) ?? []) {
      if (faulty) continue;
      const user = JSON.parse(json) as unknown;
      assertHolds(typeof user === 'object' && user !== null && !Array.isArray(user), 'a user is no object');
      assertStorable(user);
      const [repeated, ...more] = (await readFile(reader, again)) ?? [];
      const same = repeated !== undefined && more.length === 0 && !repeated.faulty;
      assertHolds(same, `the rejected user cannot be imported: ${again}`);
      const { import_error: _, ...members } = JSON.parse(repeated?.json ?? 'null') as Record<string, unknown>;
      const { import_error: __, ...before } = user as Record<string, unknown>;
      assertHolds(JSON.stringify(members) === JSON.stringify(before), 'the rejected user has changed');
    }
  };

const csvImport: FuzzTarget = {
  name: 'import of CSV',
  module: '/import/',
  brief: 60,
  seeds: [
    'email,email_confirm,user_metadata\nada@example.com,true,"{""a"":1}"\nbob@example.com,,\n',
    '\ufeffid,email,import_error\r\n1,a@example.com,"was, wrong"\r\n',
    'phone\n491701234567\n\n',
  ],
  words: [
    ',',
    '"',
    '""',
    '\n',
    '\r\n',
    'email',
    'import_error',
    'user_metadata',
    'true',
    '{',
    '}',
    ';',
    '\t',
    '\ufeff',
  ],
  check: importCheck(readCsv),
};

const jsonImport: FuzzTarget = {
  name: 'import of JSON',
  module: '/import/',
  brief: 200,
  seeds: [
    '[{"email":"ada@example.com","user_metadata":{"a":[1,2]}},\n {"phone":"491701234567"}]',
    '{"email":"a@example.com"}\n{"email":"b@example.com","import_error":"x"}\n',
  ],
  words: [...JSON_WORDS, '}\n{', '},{', '"import_error":"x"', '\\"'],
  check: importCheck(readJson),
};

const dotenv: FuzzTarget = {
  name: '.env file',
  module: '/core/settings/dotenv.ts',
  seeds: [`A=1\nexport B="two\\nlines \${A}" # c\nC='$x'\n`, '# c\n\nD=a b # c\n', `E="x\ny"\nF=\${NONE}`],
  words: ['=', '"', "'", '\n', '\r\n', '#', `\${A}`, '\\', 'export ', 'A', ' '],
  async check(input) {
    try {
      const values = parseDotenv(input, { PATH: '/bin' });
      assertHolds(
        Object.values(values).every((value) => typeof value === 'string'),
        'a value is no text',
      );
    } catch (error) {
      // An error contains the number of the line but not its text, which may be a secret.
      if (!(error instanceof Error) || !/^line \d+(?: is not KEY=value|: [a-z ]+)$/.test(error.message)) throw error;
    }
  },
};

const SECRET_NAMES = (Object.entries(SETTINGS) as [SettingName, Row<unknown>][]).flatMap(([key, row]) =>
  row.secret ? variableNames(key) : [],
);
const ALL_NAMES = (Object.keys(SETTINGS) as SettingName[]).flatMap((key) => variableNames(key));
const VALID_SETTINGS = [
  `SVC_JWT_SECRET=${JWT_SECRET}`,
  `SVC_SECURITY_PEPPER=${PEPPER}`,
  'SVC_API_EXTERNAL_URL=https://auth.example.com',
  'SVC_SITE_URL=https://app.example.com',
  'DATABASE_URL=postgres://user:envsecret7@127.0.0.1:5432/db',
];

const settings: FuzzTarget = {
  name: 'settings',
  module: '/core/settings/',
  brief: 40,
  seeds: [
    VALID_SETTINGS.join('\n'),
    [...VALID_SETTINGS, 'SVC_SMTP_PASS=envsecret7', 'SVC_RATE_LIMIT_EMAIL_SENT=30/1h', 'SVC_JWT_EXP=15m'].join('\n'),
    [...VALID_SETTINGS, 'SVC_SMS_TEST_OTP=491701234567:123456', 'SVC_MAILER_EXTERNAL_HOSTS=a.example.com'].join('\n'),
    [...VALID_SETTINGS, 'SVC_JWT_KEYS=[{"kty":"oct","k":"envsecret7"}]', 'SVC_SMTP_URLS=smtp://u:envsecret7@h'].join(
      '\n',
    ),
  ],
  words: [
    ...ALL_NAMES.map((name) => `\n${name}=`),
    ...[
      'true',
      'false',
      '-1',
      '1h',
      '10/1m',
      'https://',
      '{}',
      '[',
      ',',
      '*',
      '\n',
      '=',
      'envsecret7',
      'http://x:envsecret7@y',
    ],
  ],
  async check(input) {
    const env: Record<string, string> = {};
    for (const line of input.split('\n')) {
      const [, name = '', value = ''] = /^([A-Z0-9_]+)=(.*)$/.exec(line) ?? [];
      // Omits NAME_FILE variables, because the named files would be read.
      if (name !== '' && !name.endsWith('_FILE')) env[name] = value;
    }
    try {
      readSettings(readEnvironment({ env, file: null }), { weak_secrets: 'warn' });
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error;
      const only_in_secrets = Object.entries(env).every(
        ([name, value]) => !value.includes('envsecret7') || SECRET_NAMES.includes(name),
      );
      assertHolds(
        !only_in_secrets || !error.message.includes('envsecret7'),
        `an error shows a secret: ${error.message}`,
      );
    }
  },
};

export const FILE_TARGETS: readonly FuzzTarget[] = [csvImport, jsonImport, dotenv, settings];
