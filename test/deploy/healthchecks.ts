// Runs each health check of docker-compose.yml as a process, against the running service and against an unhealthy one.
import { readFileSync, utimesSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import * as assert from 'uvu/assert';
import { parse, parseAllDocuments } from 'yaml';
import { findFreePort } from '../../gateway/server/ports.ts';
import { readBlocks } from '../house/blocks.ts';
import { type ComposeStack, runProgram } from '../support/processes/compose_stack.ts';

/** Programs in the health checks of services that the stack of the tests replaces by fakes. */
const NOT_HERE = ['postgrest', '/mailpit'];

export async function testHealthchecks(kit: ComposeStack): Promise<void> {
  const ran: string[] = [];
  const left: string[] = [];
  for (const [name, { healthcheck }] of Object.entries(kit.compose.services)) {
    const [kind, ...words] = healthcheck?.test ?? [];
    if (kind === undefined) continue;
    if (NOT_HERE.includes(words[0] ?? '')) {
      left.push(name);
      continue;
    }
    const text = words.map((word) => word.replaceAll('$$', '$'));
    const argv = kind === 'CMD-SHELL' ? ['sh', '-c', ...text] : text;
    assert.ok(kind === 'CMD' || kind === 'CMD-SHELL', name);
    const healthy = (place: (word: string) => string, env: Record<string, string>) =>
      runProgram(argv[0] === 'node' ? process.execPath : (argv[0] ?? ''), argv.slice(1).map(place), {
        env,
        may_fail: true,
      });
    if (name === 'worker') {
      await testWorkerCheck(kit, (place) => healthy(place, {}));
    } else {
      const [inside, outside] = checkedPorts(kit, name);
      const at = (port: string | number) => (word: string) => word.replace(new RegExp(`\\b${inside}\\b`), String(port));
      const well = await healthy(at(outside), { PGPORT: outside });
      assert.is(well.code, 0, `${name}: ${well.stdout}${well.stderr}`);
      const nobody = await findFreePort();
      assert.ok((await healthy(at(nobody), { PGPORT: String(nobody) })).code, `${name}: nobody is there`);
    }
    ran.push(name);
  }
  assert.equal(ran, ['postgres', 'pgbouncer', 'gateway', 'worker', 'proxy']);
  assert.equal(left, ['postgrest', 'mail']);
}

/** Returns the port in a service's health check, and the port of the service on this machine. */
function checkedPorts(kit: ComposeStack, name: string): [string, string] {
  const end = (text = '') => text.split(':').at(-1) ?? '';
  const here: Record<string, [string, string]> = {
    postgres: ['5432', new URL(kit.superuser_url).port],
    pgbouncer: ['6432', end(kit.place('pgbouncer:6432'))],
    gateway: ['8081', end(kit.place('gateway:8081'))],
    proxy: ['8080', new URL(kit.url).port],
  };
  const found = here[name];
  if (found === undefined) throw new Error(`where ${name} is in the test`);
  return found;
}

/** Checks that a stalled worker is unhealthy by the age of its file, and healthy again once it resumes. */
async function testWorkerCheck(
  kit: ComposeStack,
  check: (place: (word: string) => string) => ReturnType<typeof runProgram>,
): Promise<void> {
  const file = kit.environment('worker').SVC_WORKER_HEARTBEAT_FILE ?? '';
  const healthy = async () => (await check((word) => word.replace('/tmp/worker-is-alive', file))).code === 0;
  assert.ok(await healthy());
  const worker = kit.running.get('worker')?.child;
  worker?.kill('SIGSTOP');
  utimesSync(file, new Date(Date.now() - 120_000), new Date(Date.now() - 120_000));
  assert.not.ok(await healthy());
  worker?.kill('SIGCONT');
  for (let attempt = 1; !(await healthy()); attempt += 1) {
    assert.ok(attempt < 300, 'the worker goes on and its file does not');
    await sleep(100);
  }
}

/** Sends the probes of docs/operating.md and of the Kubernetes manifest to the gateway as the kubelet does. */
export async function testProbes(kit: ComposeStack): Promise<void> {
  const documented = readBlocks('docs/operating.md').find(({ text }) => text.startsWith('livenessProbe'))?.text ?? '';
  const [deployment] = parseAllDocuments(readFileSync('deploy/kubernetes/gateway.yaml', 'utf8'));
  const container = deployment?.getIn(['spec', 'template', 'spec', 'containers', 0], true) as {
    toJSON(): ContainerProbes;
  };
  const { startupProbe, livenessProbe, readinessProbe } = container.toJSON();
  const all = [...Object.values(parse(documented) as ContainerProbes), startupProbe, livenessProbe, readinessProbe];
  assert.is(all.length, 5);
  for (const probe of all) {
    const path = probe?.httpGet?.path ?? 'no path';
    const answer = await fetch(`http://${kit.place('gateway:8081')}${path}`);
    assert.is(answer.status, 200, path);
  }
}
type ContainerProbes = Record<string, { httpGet?: { path: string } } | undefined>;
