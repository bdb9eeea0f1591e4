// Validates the systemd units and Kubernetes manifests with systemd-analyze, nginx and kustomize, if they are
// installed. Commands, images and secrets are those of docker-compose.yml.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parseAllDocuments } from 'yaml';
import { readEnvironment, readSettings } from '../../core/settings/reading.ts';
import { SETTINGS, type SettingName, variableNames } from '../../core/settings/table.ts';
import { cannotRun } from '../support/processes/cannot_run.ts';
import { readCompose, readEnvFile } from '../support/processes/compose.ts';
import { temporaryFolder } from '../support/processes/process.ts';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const IMAGE = `postern/postern:${version}`;

const folder = temporaryFolder({ on_disk: true });
test.after(() => folder.remove());
const { services } = readCompose();
const known = new Set((Object.keys(SETTINGS) as SettingName[]).flatMap(variableNames));
const works = (program: string, args: string[]): boolean => spawnSync(program, args).status === 0;

const UNITS = 'deploy/systemd';
const PROGRAMS: Record<string, string> = { postgrest: 'postgrest', mail: 'mailpit' };
const units = readdirSync(UNITS).filter((name) => name.endsWith('.service'));

/** Package path that the systemd units use, relative to the installation folder. */
const PACKAGE = 'node_modules/postern';

/** Runs the two scripts that generate secrets in a folder with the installed package. */
function generateEnvironments(): {
  all: Record<string, string>;
  of: (unit: string) => Record<string, string>;
  target: string;
} {
  const copy = join(folder.path, 'postern');
  const target = join(folder.path, 'etc');
  if (!existsSync(copy)) {
    cpSync('deploy', join(copy, PACKAGE, 'deploy'), { recursive: true });
    execFileSync('sh', [`${PACKAGE}/deploy/secrets.sh`], { cwd: copy });
    execFileSync('sh', [`${PACKAGE}/deploy/systemd/environment.sh`, target], { cwd: copy });
  }
  return { all: readEnvFile(join(copy, '.env')), of: (unit) => readEnvFile(join(target, `${unit}.env`)), target };
}

/** Returns the credentials of a unit: the file of each, and the variables that name them. */
function unitCredentials(unit: string): { files: Record<string, string>; variables: Record<string, string> } {
  const text = readFileSync(join(UNITS, `postern-${unit}.service`), 'utf8');
  const found = (pattern: RegExp): Record<string, string> =>
    Object.fromEntries([...text.matchAll(pattern)].map(([, name = '', value = '']) => [name, value]));
  const place = (path: string) => path.replace('/etc/postern', generateEnvironments().target);
  const files = Object.entries(found(/^LoadCredential=(\w+):(.*)$/gm)).map(([name, path]) => [name, place(path)]);
  return { files: Object.fromEntries(files), variables: found(/^Environment=(\w+_FILE)=%d\/(\w+)$/gm) };
}

test('systemd: every unit is valid and drops privileges it does not need', () => {
  if (!works('systemd-analyze', ['--version'])) return cannotRun('units of systemd', 'no systemd-analyze');
  const copies = [...units, 'postern.target'].map((name) => {
    // Replaces programs and folders that this machine lacks by existing ones.
    const text = readFileSync(join(UNITS, name), 'utf8')
      .replaceAll(`/opt/postern/${PACKAGE}`, process.cwd())
      .replace(/\/usr\/local\/bin\/(postgrest|mailpit)/, '/bin/true')
      .replace('/usr/bin/psql', '/bin/true')
      .replace('/usr/bin/node', process.execPath);
    const path = join(folder.path, name);
    writeFileSync(path, text);
    return path;
  });
  const verified = spawnSync('systemd-analyze', ['verify', ...copies], { encoding: 'utf8' });
  assert.equal([verified.status, verified.stderr], [0, '']);
  for (const path of copies.filter((name) => name.endsWith('.service'))) {
    // The threshold is in tenths: an exposure above 2.0 of 10 exits with 1.
    const { status, stdout } = spawnSync('systemd-analyze', ['security', '--offline=true', '--threshold=20', path], {
      encoding: 'utf8',
    });
    assert.is(status, 0, stdout);
  }
});

test('systemd: units run the commands of compose', () => {
  for (const unit of units) {
    const [, name = ''] = /^postern-(\w+)\.service$/.exec(unit) ?? [];
    const [, command = ''] = /^ExecStart=(.*)$/m.exec(readFileSync(join(UNITS, unit), 'utf8')) ?? [];
    const service = services[name];
    assert.ok(service, name);
    const wanted = service?.entrypoint ?? service?.command ?? [PROGRAMS[name] ?? 'not known'];
    assert.ok(
      command.endsWith(
        wanted
          .join(' ')
          .replaceAll('=/deploy/', '=deploy/')
          .replace(/^sh \//, '/bin/sh '),
      ),
      `${unit}: ${command}`,
    );
  }
  const served = Object.keys(services).filter((name) => !['cli', 'postgres', 'proxy'].includes(name));
  assert.equal(units.map((name) => name.slice(8, -8)).sort(), served.sort());
});

test('systemd: each unit gets only its own secrets; an existing file stays', () => {
  const { all, of, target } = generateEnvironments();
  const secrets = Object.entries(all).filter(([name]) => name.endsWith('_PASSWORD'));
  const who = (password: string) =>
    units
      .map((name) => name.slice(8, -8))
      .filter((name) => {
        const files = Object.values(unitCredentials(name).files).map((path) => readFileSync(path, 'utf8'));
        return [...Object.values(of(name)), ...files].join(' ').includes(password);
      });
  assert.equal(Object.fromEntries(secrets.map(([name, password]) => [name, who(password)])), {
    POSTGRES_PASSWORD: ['migrate', 'roles'],
    GATEWAY_PASSWORD: ['gateway', 'pgbouncer', 'roles'],
    ADMIN_PASSWORD: ['gateway', 'pgbouncer', 'roles'],
    WORKER_PASSWORD: ['pgbouncer', 'roles', 'worker'],
    AUDITOR_PASSWORD: ['roles'],
    AUTHENTICATOR_PASSWORD: ['postgrest', 'roles'],
  });
  for (const name of ['gateway', 'worker', 'migrate'])
    for (const variable of Object.keys(of(name))) assert.ok(known.has(variable), `${name}: ${variable}`);
  for (const name of readdirSync(target, { recursive: true, encoding: 'utf8' })) {
    const found = statSync(join(target, name));
    assert.is(found.mode & 0o777, found.isDirectory() ? 0o700 : 0o600, name);
  }
  assert.is(of('postgrest').PGRST_JWT_SECRET, all.SVC_JWT_SECRET);

  writeFileSync(join(target, 'gateway.env'), 'PORT=9\n');
  const script = `${PACKAGE}/deploy/systemd/environment.sh`;
  execFileSync('sh', [script, target], { cwd: join(folder.path, 'postern') });
  assert.equal(of('gateway'), { PORT: '9' });
});

test('systemd: Postern’s own secrets are credentials, in no environment, and it starts with them', () => {
  const { all, of } = generateEnvironments();
  const needs = { gateway: ['gateway', 'admin'], worker: ['worker'], migrate: [] } as const;
  for (const name of ['gateway', 'worker', 'migrate'] as const) {
    const { files, variables } = unitCredentials(name);
    assert.equal(Object.values(variables).sort(), Object.keys(files).sort(), name);
    const given = name === 'gateway' && of(name).SVC_SITE_URL === undefined ? of('worker') : of(name);
    const text = Object.values(given).join(' ');
    for (const [secret, value] of Object.entries(all))
      if (/PASSWORD|SECRET|PEPPER/.test(secret)) assert.not.ok(text.includes(value), `${name}: ${secret}`);
    if (name === 'migrate') continue;
    const placed = Object.entries(variables).map(([variable, credential]) => [variable, files[credential]]);
    const environment = readEnvironment({ env: { ...given, ...Object.fromEntries(placed) }, file: null });
    const { settings, warnings } = readSettings(environment, { needs: needs[name] });
    assert.equal([settings.jwt_secret, settings.security_pepper], [all.SVC_JWT_SECRET, all.SVC_SECURITY_PEPPER]);
    assert.equal(warnings, []);
  }
});

test("systemd: nginx accepts the proxy's site, which forwards to the ports of the units", () => {
  const { of, target } = generateEnvironments();
  const site = readFileSync(join(target, 'nginx.conf'), 'utf8');
  assert.not.match(site, /\$\{/);
  assert.match(site, `127.0.0.1:${of('worker').PORT ?? 8081};`);
  assert.match(site, `${of('postgrest').PGRST_SERVER_HOST}:${of('postgrest').PGRST_SERVER_PORT};`);
  assert.is(new URL(of('worker').SVC_API_EXTERNAL_URL ?? '').port, /listen 127\.0\.0\.1:(\d+);/.exec(site)?.[1]);
  if (!existsSync('/usr/sbin/nginx')) return cannotRun('the site of systemd’s nginx', 'no nginx');
  const file = join(folder.path, 'nginx.conf');
  writeFileSync(file, `pid ${folder.path}/nginx.pid;\nevents {}\nhttp {\naccess_log off;\n${site}}\n`);
  const { status, stderr } = spawnSync('/usr/sbin/nginx', ['-t', '-c', file, '-e', join(folder.path, 'nginx.log')], {
    encoding: 'utf8',
  });
  assert.is(status, 0, stderr);
});

interface Container {
  name: string;
  image: string;
  args?: string[];
  command?: string[];
  volumeMounts?: { name: string; mountPath: string }[];
  env?: { name: string; value?: string; valueFrom?: { secretKeyRef?: { name: string; key: string } } }[];
  resources?: { requests?: object; limits?: object };
  livenessProbe?: object;
  readinessProbe?: { httpGet?: { path: string } };
  securityContext?: Record<string, unknown>;
}
interface Manifest {
  kind: string;
  metadata: { name: string };
  data?: Record<string, string>;
  spec: {
    replicas?: number;
    strategy?: { rollingUpdate?: { maxUnavailable: number } };
    selector?: { matchLabels: object };
    template: {
      spec: {
        containers: Container[];
        initContainers?: Container[];
        securityContext?: Record<string, unknown>;
        terminationGracePeriodSeconds?: number;
        volumes?: { name: string; secret?: { secretName: string; items: { key: string; path: string }[] } }[];
      };
    };
  };
}

const MANIFESTS = 'deploy/kubernetes';
const manifests = readdirSync(MANIFESTS).flatMap((name) =>
  parseAllDocuments(readFileSync(join(MANIFESTS, name), 'utf8')).map(
    (one) => one.toJS({ maxAliasCount: 10 }) as Manifest,
  ),
);
const withPods = manifests.filter(({ spec }) => spec?.template !== undefined);
const containers = withPods.flatMap(({ spec }) => [
  ...(spec.template.spec.initContainers ?? []),
  ...spec.template.spec.containers,
]);

test('Kubernetes: kustomize builds it, and every manifest matches its schema', () => {
  if (!works('kubectl', ['version', '--client'])) return cannotRun('kustomize of the kit', 'no kubectl');
  const built = spawnSync('kubectl', ['kustomize', 'deploy'], { encoding: 'utf8' });
  assert.equal([built.status, built.stderr], [0, '']);
  const all = parseAllDocuments(built.stdout).map((one) => one.toJS() as Manifest);
  // Generated names contain a digest of the content, so that a changed file triggers a rollout.
  const generated = all.filter(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name.startsWith('kit-'));
  assert.is(all.length, manifests.length + 3);
  const mounted = [...built.stdout.matchAll(/name: (kit-\w+-\w+)$/gm)].map(([, name]) => name);
  for (const { metadata } of generated)
    assert.ok(mounted.filter((name) => name === metadata.name).length >= 2, metadata.name);
  if (!works('python3', ['-c', 'import kubernetes_validate']))
    return cannotRun('schemas of Kubernetes', 'no kubernetes-validate of PyPI');
  const file = join(folder.path, 'kit.yaml');
  writeFileSync(file, built.stdout);
  const judged = spawnSync('kubernetes-validate', ['--strict', file], { encoding: 'utf8' });
  assert.is(judged.status, 0, judged.stdout + judged.stderr);
});

test('Kubernetes: images and commands are those of compose', () => {
  const pairs = containers.map((one) => [one.name, one.image.replace(/^postern\/postern$/, IMAGE)]);
  for (const [name = '', image] of pairs) assert.is(services[name]?.image, image, name);
  for (const { name, args, command } of containers) {
    const service = services[name];
    assert.equal(args ?? command ?? null, service?.entrypoint ?? service?.command ?? null, name);
  }
});

test('Kubernetes: a rollout, a drain and an outage of the database lose no request', () => {
  const deployments = manifests.filter(({ kind }) => kind === 'Deployment');
  const budgets = manifests.filter(({ kind }) => kind === 'PodDisruptionBudget').map(({ metadata }) => metadata.name);
  for (const { metadata, spec } of deployments) {
    assert.is(spec.strategy?.rollingUpdate?.maxUnavailable, 0, metadata.name);
    assert.is(budgets.includes(metadata.name), (spec.replicas ?? 1) > 1, metadata.name);
  }
  const [gateway] = containers.filter(({ name }) => name === 'gateway');
  assert.equal(
    [gateway?.livenessProbe, gateway?.readinessProbe].map(
      (probe) => (probe as { httpGet: { path: string } }).httpGet.path,
    ),
    ['/health', '/ready'],
  );
  const settings = manifests.find(({ kind }) => kind === 'ConfigMap')?.data ?? {};
  for (const name of Object.keys(settings)) assert.ok(known.has(name), name);
  const needs = Number(settings.SVC_SHUTDOWN_DELAY) + 10 + 11;
  const pod = withPods.find(({ metadata }) => metadata.name === 'gateway')?.spec.template.spec;
  assert.ok((pod?.terminationGracePeriodSeconds ?? 0) > needs);
});

test('Kubernetes: every container has limits, runs as a non-root user, and has only its own secrets', () => {
  for (const { metadata, spec } of withPods) {
    const { securityContext = {} } = spec.template.spec;
    assert.is(securityContext.runAsNonRoot, true, metadata.name);
    assert.ok(Number(securityContext.runAsUser) > 0, metadata.name);
  }
  const secrets: Record<string, string[]> = {};
  for (const { name, resources, securityContext = {}, env = [], livenessProbe } of containers) {
    assert.ok(resources?.requests && resources.limits, name);
    assert.equal(
      [securityContext.allowPrivilegeEscalation, securityContext.readOnlyRootFilesystem],
      [false, true],
      name,
    );
    assert.equal(securityContext.capabilities, { drop: ['ALL'] }, name);
    assert.ok(livenessProbe || ['migrate', 'roles'].includes(name), name);
    for (const { valueFrom } of env) {
      const key = valueFrom?.secretKeyRef?.key;
      if (key?.endsWith('_PASSWORD')) secrets[key] = [...(secrets[key] ?? []), name].sort();
    }
  }
  assert.equal(secrets, {
    POSTGRES_PASSWORD: ['migrate', 'postgres', 'roles'],
    GATEWAY_PASSWORD: ['gateway', 'pgbouncer', 'roles'],
    ADMIN_PASSWORD: ['gateway', 'pgbouncer', 'roles'],
    WORKER_PASSWORD: ['pgbouncer', 'roles', 'worker'],
    AUDITOR_PASSWORD: ['roles'],
    AUTHENTICATOR_PASSWORD: ['postgrest', 'roles'],
  });
  for (const name of ['gateway', 'worker']) {
    const { containers: [own] = [], volumes = [] } =
      withPods.find(({ metadata }) => metadata.name === name)?.spec.template.spec ?? {};
    const [keys] = volumes.filter(({ secret }) => secret?.secretName === 'postern');
    const mount = own?.volumeMounts?.find((one) => one.name === keys?.name)?.mountPath;
    const files = keys?.secret?.items.map(({ key, path }) => [`${key}_FILE`, `${mount}/${path}`]);
    const mounted = own?.env
      ?.filter((one) => /(SECRET|PEPPER)_FILE$/.test(one.name))
      .map((one) => [one.name, one.value]);
    assert.equal(mounted, files, `${name}: its keys are files`);
    assert.equal(
      files?.map(([variable]) => variable),
      ['SVC_JWT_SECRET_FILE', 'SVC_SECURITY_PEPPER_FILE'],
    );
    // Postern does not warn about file permissions in this folder.
    assert.match(mount ?? '', /^\/run\/secrets\//);
  }
  // deploy/secrets.sh generates these secrets.
  for (const key of Object.keys(secrets)) assert.match(generateEnvironments().all[key] ?? '', /^[0-9a-f]{48}$/);
});

test.run();
