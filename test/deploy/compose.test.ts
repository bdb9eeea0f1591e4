// docker-compose.yml and Dockerfile as text: the files, commands and variables that they name exist, and required
// variables are set. stack.test.ts runs the services.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parseAllDocuments } from 'yaml';
import { readEnvironment, readSettings } from '../../core/settings/reading.ts';
import { SETTINGS, type SettingName, variableNames } from '../../core/settings/table.ts';
import {
  expandVariables,
  readCompose,
  type Service,
  serviceEnvironment,
  sortByStartOrder,
} from '../support/processes/compose.ts';

const compose = readCompose();
const { services } = compose;
const service = (name: string): Service => services[name] ?? assert.unreachable(`there is no ${name}`) ?? {};
const postern = Object.entries(services).filter(([, { build }]) => build !== undefined);
const dockerfile = readFileSync('Dockerfile', 'utf8');
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

const PASSWORDS = ['POSTGRES', 'GATEWAY', 'ADMIN', 'WORKER', 'AUDITOR', 'AUTHENTICATOR'].map(
  (who) => `${who}_PASSWORD`,
);
const SECRETS = {
  ...Object.fromEntries(PASSWORDS.map((name, at) => [name, `a1b2c${at}`])),
  SVC_JWT_SECRET: 'x'.repeat(48),
};

test('pins every image to a version, and Postgres to a tested one', () => {
  for (const [name, { image = '' }] of Object.entries(services))
    assert.match(image, /^[\w./-]+:v?\d+\.\d+[\w.-]*$/, name);
  assert.match(service('postgres').image ?? '', /^postgres:18\./);
  assert.equal([...new Set(postern.map(([, { image }]) => image))], [`postern/postern:${version}`]);
  assert.ok(dockerfile.includes(`docker build -t postern/postern:${version} .`));
  const froms = [...dockerfile.matchAll(/^FROM (?:--platform=\S+ )?(\S+)/gm)].map(([, image]) => image);
  assert.ok(froms.length === 3 && froms.every((image) => /^node:\d+\.\d+\.\d+-/.test(image ?? '')), froms.join(' '));
});

test('each service waits for the services it needs: until they are healthy, or have completed', () => {
  assert.equal(sortByStartOrder(compose).length, Object.keys(services).length - 1, 'all but cli');
  for (const [name, { depends_on = {} }] of Object.entries(services)) {
    for (const [other, { condition }] of Object.entries(depends_on)) {
      const one_shot = service(other).restart === 'no';
      assert.is(condition, one_shot ? 'service_completed_successfully' : 'service_healthy', `${name} on ${other}`);
      assert.ok(one_shot || service(other).healthcheck?.test, `${other} has a health check`);
    }
  }
  assert.ok(sortByStartOrder(compose).indexOf('migrate') < sortByStartOrder(compose).indexOf('gateway'));
});

test("every variable is a setting of Postern or a secret of another service, and Postern gets no other service's secret", () => {
  const known = new Set((Object.keys(SETTINGS) as SettingName[]).flatMap(variableNames));
  for (const [name, { environment = {} }] of postern) {
    for (const [variable, value] of Object.entries(environment))
      assert.ok(known.has(variable) || (PASSWORDS.includes(variable) && value === ''), `${name}: ${variable}`);
  }
});

test('with the secrets the settings are complete; without one compose refuses', () => {
  for (const [name, needs] of [
    ['gateway', ['gateway', 'admin']],
    ['worker', ['worker']],
  ] as const) {
    const env = serviceEnvironment(service(name), SECRETS);
    const { settings, warnings } = readSettings(readEnvironment({ env, file: null }), { needs });
    assert.equal(
      warnings.filter((text) => !/PEPPER/.test(text)).map((text) => text.split(':')[0]),
      ['SVC_SMTP_PLAIN_HOSTS'], // the mail catcher, on the network of the stack
    );
    assert.equal([settings.jwt_aud, settings.jwt_default_group_name], ['authenticated', 'authenticated']);
    assert.is(settings.database_url, '');
  }
  for (const name of Object.keys(SECRETS)) {
    const others = { ...SECRETS, [name]: '' };
    const whole = () => Object.values(services).map((one) => serviceEnvironment(one, others));
    assert.throws(whole, new RegExp(`${name}: run sh deploy/secrets.sh first`), name);
  }
});

test('every setting of .env reaches Postern, and mails go to the catcher unless a server is set', () => {
  const read = (file: Record<string, string>) => {
    const env = serviceEnvironment(service('gateway'), { ...SECRETS, ...file });
    return readSettings(readEnvironment({ env, file: null }), { needs: ['gateway', 'admin'] }).settings;
  };
  for (const [name, { env_file }] of postern) assert.is(env_file, '.env', name);
  const caught = read({
    SVC_MAILER_OTP_EXP: '120',
    SVC_API_HOST: '127.0.0.1',
    PORT: '9',
    DATABASE_URL: 'postgres://u@h/d',
  });
  const bound = service('mail').environment?.MP_SMTP_BIND_ADDR;
  assert.equal([caught.smtp_host, `0.0.0.0:${caught.smtp_port}`], ['mail', bound]);
  assert.equal([caught.mailer_otp_exp, caught.api_host, caught.port], [120, '0.0.0.0', 8081]);
  assert.equal([caught.database_url, caught.security_refresh_token_rotation_enabled], ['', true]);
  const sent = read({ SVC_SMTP_HOST: 'smtp.example.com', SVC_SMTP_PORT: '465' });
  assert.equal([sent.smtp_host, sent.smtp_port], ['smtp.example.com', 465]);
});

test('only this machine reaches the stack, because its mails let any reader sign in', () => {
  const open = Object.entries(services).flatMap(([name, { ports = [] }]) => ports.map((port) => `${name} ${port}`));
  assert.equal(open, ['mail 127.0.0.1:8025:8025', 'proxy 127.0.0.1:8081:8080']);
});

test('mounted files exist, and the proxy forwards to the ports of the services', () => {
  for (const [name, { volumes = [] }] of Object.entries(services))
    for (const [, path = ''] of volumes.map((volume) => /^(\.\/[^:]+):/.exec(volume) ?? []))
      if (path) assert.ok(existsSync(path), `${name}: ${path}`);
  const { GATEWAY, POSTGREST } = service('proxy').environment ?? {};
  assert.is(GATEWAY, `gateway:${serviceEnvironment(service('gateway'), SECRETS).PORT}`);
  assert.is(POSTGREST, `postgrest:${service('postgrest').environment?.PGRST_SERVER_PORT}`);
});

test('no service runs as root, can change its image, or gains privileges', () => {
  for (const [name, { read_only, cap_drop, security_opt, user, build }] of Object.entries(services)) {
    assert.equal([read_only, cap_drop, security_opt], [true, ['ALL'], ['no-new-privileges:true']], name);
    if (build === undefined) assert.match(user ?? '', /^[1-9]\d*:[1-9]\d*$/, name);
  }
  assert.match(dockerfile, /^USER 1000:1000$/m);
});

interface Pod {
  securityContext: { runAsUser: number; runAsGroup: number };
  containers: { name: string; volumeMounts?: { name: string; mountPath: string }[] }[];
  volumes?: { name: string; emptyDir?: object }[];
}

test('users and writable folders are those of the manifests for Kubernetes', () => {
  const manifests = readdirSync('deploy/kubernetes').flatMap((name) =>
    parseAllDocuments(readFileSync(`deploy/kubernetes/${name}`, 'utf8')),
  );
  const pods = manifests.flatMap(
    (one) => (one.toJS({ maxAliasCount: 10 }).spec?.template?.spec as Pod | undefined) ?? [],
  );
  assert.ok(pods.length > 5);
  for (const { securityContext, containers, volumes = [] } of pods) {
    const scratch = new Set(volumes.flatMap(({ name, emptyDir }) => (emptyDir === undefined ? [] : [name])));
    for (const { name, volumeMounts = [] } of containers) {
      const { user = /^USER (\S+)$/m.exec(dockerfile)?.[1], tmpfs = [] } = service(name);
      assert.is(user, `${securityContext.runAsUser}:${securityContext.runAsGroup}`, name);
      for (const { name: volume, mountPath } of volumeMounts) {
        // Compose itself mounts /dev/shm.
        if (scratch.has(volume) && mountPath !== '/dev/shm')
          assert.ok(tmpfs.includes(mountPath), `${name} ${mountPath}`);
      }
    }
  }
});

test('the commands of the services are ones of Postern', () => {
  const commands = postern.flatMap(([, { command }]) => command?.slice(0, 1) ?? []);
  assert.equal(commands, ['migrate', 'serve', 'worker']);
  for (const command of commands) assert.ok(existsSync(`cli/commands/${command}.ts`), command);
});

test('a value may have a default, or be required', () => {
  const braced = (name: string): string => `$\{${name}}`;
  assert.is(expandVariables(`a ${braced('A:-b')} ${braced('A')}`, {}), 'a b ');
  assert.throws(() => expandVariables(braced('A:?set it'), {}), /A: set it/);
});

test.run();
