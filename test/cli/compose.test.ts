// docker-compose.yml and Dockerfile are read, not run: what they name must exist, and what is required must be there.
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parse } from 'yaml';
import { readEnvironment, readSettings } from '../../core/settings/reading.ts';
import { namesOf, SETTINGS, type SettingName } from '../../core/settings/table.ts';

interface Service {
  image?: string;
  build?: string;
  env_file?: string;
  command?: string[];
  environment: Record<string, string>;
  ports?: string[];
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test: string[] };
}

const compose = parse(readFileSync('docker-compose.yml', 'utf8')) as {
  services: Record<'postgres' | 'postern' | 'mail', Service>;
  volumes: Record<string, unknown>;
};
const { postgres, postern, mail } = compose.services;
const dockerfile = readFileSync('Dockerfile', 'utf8');

/** What compose makes of ${NAME:-default}, ${NAME:?message} and ${NAME}. */
function expand(text: string, given: Record<string, string>): string {
  return text.replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, kind?: string, rest = '') => {
    const value = given[name] ?? '';
    if (value === '' && kind === '?') throw new Error(`${name}: ${rest}`);
    return value === '' && kind === '-' ? rest : value;
  });
}

function expanded(given: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(postern.environment).map(([name, text]) => [name, expand(text, given)]));
}

test('Postern waits for a Postgres that is healthy, of a pinned major version that we test', () => {
  assert.is(postern.depends_on?.postgres?.condition, 'service_healthy');
  assert.match(postgres.healthcheck?.test.join(' ') ?? '', 'pg_isready');
  assert.is(postgres.image, 'postgres:18');
});

test('every variable is one that Postern knows', () => {
  const known = new Set((Object.keys(SETTINGS) as SettingName[]).flatMap(namesOf));
  for (const name of Object.keys(postern.environment)) assert.ok(known.has(name), name);
});

test('with the two secrets the settings are complete; without one compose refuses', () => {
  const secrets = { POSTGRES_PASSWORD: 'a1b2c3', SVC_JWT_SECRET: 'x'.repeat(48) };
  const { settings } = readSettings(readEnvironment({ env: expanded(secrets), file: null }));
  assert.is(settings.database_url, 'postgres://postgres:a1b2c3@postgres:5432/postern');
  assert.is(settings.port, 8081);
  assert.equal(postern.ports, ['8081:8081']);
  assert.throws(() => expanded({ POSTGRES_PASSWORD: 'a1b2c3' }), /SVC_JWT_SECRET/);
  assert.throws(() => expand(postgres.environment.POSTGRES_PASSWORD ?? '', {}), /POSTGRES_PASSWORD/);
});

test('every setting of .env reaches Postern, and mails the catcher unless a server is named', () => {
  assert.is(postern.env_file, '.env');
  const secrets = { POSTGRES_PASSWORD: 'a1b2c3', SVC_JWT_SECRET: 'x'.repeat(48) };
  // What compose does with env_file: its lines first, the service's own environment over them.
  const read = (file: Record<string, string>) =>
    readSettings(readEnvironment({ env: { ...file, ...expanded({ ...secrets, ...file }) }, file: null })).settings;
  const caught = read({
    SVC_MAILER_OTP_EXP: '120',
    SVC_API_HOST: '127.0.0.1',
    PORT: '9',
    DATABASE_URL: 'postgres://u@h/d',
  });
  assert.equal([caught.smtp_host, `0.0.0.0:${caught.smtp_port}`], ['mail', mail.environment.MP_SMTP_BIND_ADDR]);
  assert.equal([caught.mailer_otp_exp, caught.api_host, caught.port], [120, '0.0.0.0', 8081]);
  assert.match(caught.database_url, '@postgres:5432/');
  assert.is(caught.security_refresh_token_rotation_enabled, true);
  const sent = read({ SVC_SMTP_HOST: 'smtp.example.com', SVC_SMTP_PORT: '465' });
  assert.equal([sent.smtp_host, sent.smtp_port], ['smtp.example.com', 465]);
  assert.match(mail.image ?? '', /^\S+:v\d+\.\d+\.\d+$/);
  assert.equal(mail.ports, ['127.0.0.1:8025:8025'], 'whoever sees the mails can sign in as anybody');
});

test('the image copies what exists, all that runs, and starts what compose starts', () => {
  const copied = [...dockerfile.matchAll(/^COPY (.+) \S+$/gm)].flatMap(([, sources = '']) => sources.split(' '));
  for (const path of copied) assert.ok(existsSync(path), path);
  for (const folder of ['sql', 'gateway', 'worker', 'cli']) assert.ok(copied.includes(folder), folder);
  const [, command = ''] = /^CMD (\[.*\])$/m.exec(dockerfile) ?? [];
  assert.equal(JSON.parse(command), postern.command);
  assert.match(dockerfile, /^USER node$/m);
});

test.run();
