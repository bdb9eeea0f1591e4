// Fuzzes, for a short time, the functions that parse untrusted text. npm run test:fuzz runs longer. A failure prints
// the seed, and POSTERN_TEST_SEED repeats the run.
// runner: when=core,gateway,import
import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Finding, findFailure, fuzzTarget } from '../fuzz/fuzzer.ts';
import { createFuzzTargets } from '../fuzz/targets.ts';

const RUNS = 400;
const seed = Number(process.env.POSTERN_TEST_SEED ?? Date.now() % 1_000_000);
const targets = await createFuzzTargets();
const findings = JSON.parse(readFileSync(new URL('../fuzz/findings.json', import.meta.url), 'utf8')) as Finding[];

test('no stored finding fails again', async () => {
  for (const { target: name, input, message } of findings) {
    const target = targets.find((one) => one.name === name);
    assert.ok(target, `there is no target ${name}`);
    assert.is(await findFailure(target, input), null, message);
  }
});

test('CONTRIBUTING lists every target, and no other', () => {
  const [, section = ''] =
    /^## Fuzz what strangers send\n([\s\S]*?)^## /m.exec(readFileSync('CONTRIBUTING.md', 'utf8')) ?? [];
  const listed = section
    .replace(/\n {2}/g, ' ')
    .split('\n')
    .flatMap((line) => /^- from [\w ]+: (.*)$/.exec(line)?.[1]?.split(', ') ?? []);
  assert.equal(listed.sort(), targets.map(({ name }) => name).sort());
});

for (const target of targets) {
  test(`${target.name}: every input is read or refused as promised`, async () => {
    for (const valid of target.seeds) assert.is(await findFailure(target, valid), null, valid);
    const { finding } = await fuzzTarget(target, { seed, runs: target.brief ?? RUNS });
    assert.is(finding, null, `seed ${seed}: ${JSON.stringify(finding)}`);
  });
}

test('the fuzzer finds a planted fault behind three conditions, by coverage, and shortens it', async () => {
  const planted = {
    name: 'planted',
    module: '/test/fuzz/planted.ts',
    seeds: ['aaaa'],
    words: ['x', 'y', 'z'],
    check: (await import('../fuzz/planted.ts')).runPlantedFault,
  };
  const { finding } = await fuzzTarget(planted, { seed: 1, runs: 4_000, guided: true });
  assert.is(finding?.input, 'xyz');
  assert.is((await fuzzTarget(planted, { seed: 1, runs: 4_000 })).finding, null, 'without coverage it is not reached');
});

test.run();
