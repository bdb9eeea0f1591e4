// Fuzzes, for a short time, the functions that parse untrusted text. npm run test:fuzz runs longer. A failure prints
// the seed, and POSTERN_TEST_SEED repeats the run.
// runner: when=core,gateway,import
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { FINDINGS, fuzzTargets, readFindings, replayFindings } from '../fuzz/findings.ts';
import { findFailure, fuzzTarget } from '../fuzz/fuzzer.ts';
import { createFuzzTargets } from '../fuzz/targets.ts';

const RUNS = 400;
const seed = Number(process.env.POSTERN_TEST_SEED ?? Date.now() % 1_000_000);
const targets = await createFuzzTargets();

test('no stored finding fails again', async () => {
  const findings = readFindings(FINDINGS);
  assert.ok(findings.length > 0);
  assert.equal(await replayFindings(targets, findings), []);
});

test('a fault of a parser is found and stored, and its input fails until the fault is mended', async () => {
  const mended = targets.find(({ name }) => name === 'query');
  assert.ok(mended);
  const faulty = {
    ...mended,
    check(input: string) {
      if (input.includes('%00')) throw new TypeError('planted');
      return mended.check(input);
    },
  };
  const folder = mkdtempSync(join(tmpdir(), 'postern-findings-'));
  const file = join(folder, 'findings.json');
  const printed: string[] = [];
  const o = { seed: 1, runs: 2_000, corpus: join(folder, 'corpus'), findings: file };
  try {
    writeFileSync(file, '[]');
    assert.is(await fuzzTargets([faulty], { ...o, print: (line) => printed.push(line) }), 1);
    assert.match(printed[0] ?? '', /^query .*: planted$/);
    const stored = readFindings(file);
    assert.equal(stored, [{ target: 'query', input: '%00', message: 'planted' }]);
    assert.equal(await replayFindings([faulty], stored), ['query: planted']);
    assert.equal(await replayFindings([mended], stored), []);
    assert.equal(await replayFindings([], stored), ['query: there is no such target']);
  } finally {
    rmSync(folder, { recursive: true });
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
