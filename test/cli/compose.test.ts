// docker-compose.yml and Dockerfile are read, not run: what they name must exist, and what is required must be there.
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parse } from 'yaml';
import { readEnvironment, readSettings } from '../../gateway/config.ts';
import { namesOf, SETTINGS, type SettingName } from '../../gateway/settings/table.ts';

interface Service {
  image?: string;
  build?: string;
  command?: string[];
  environment: Record<string, string>;
  ports?: string[];
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test: string[] };
}

const compose = parse(readFileSync('docker-compose.yml', 'utf8')) as {
  services: Record<'postgres' | 'postern', Service>;
  volumes: Record<string, unknown>;
};
const { postgres, postern } = compose.services;
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

test('the image copies what exists, all that runs, and starts what compose starts', () => {
  const copied = [...dockerfile.matchAll(/^COPY (.+) \S+$/gm)].flatMap(([, sources = '']) => sources.split(' '));
  for (const path of copied) assert.ok(existsSync(path), path);
  for (const folder of ['sql', 'gateway', 'worker', 'cli']) assert.ok(copied.includes(folder), folder);
  const [, command = ''] = /^CMD (\[.*\])$/m.exec(dockerfile) ?? [];
  assert.equal(JSON.parse(command), postern.command);
  assert.match(dockerfile, /^USER node$/m);
});

test.run();
