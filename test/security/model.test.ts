// Tests of checkModel(): the counterexample of a violated model is shrunk, stored with its seed and replayed.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { checkModel, type Model, readStored, replayModel, type StoredSequence, stepsArbitrary } from './model.ts';

const folder = mkdtempSync(join(tmpdir(), `postern-test-${process.pid}-`));
test.after(() => rmSync(folder, { recursive: true }));

interface Step {
  does: 'open' | 'enter' | 'wait';
  n: number;
}
const step: fc.Arbitrary<Step> = fc.record({ does: fc.constantFrom('wait', 'open', 'enter'), n: fc.nat(20) });

/**
 * Simulates a door. If `faulty`, throws an error when a step with n of 7 or more enters before a step has opened the
 * door.
 */
async function useDoor(sequence: readonly Step[], faulty: boolean): Promise<void> {
  let open = false;
  for (const { does, n } of sequence) {
    if (does === 'open') open = true;
    if (does === 'enter' && n >= 7 && !open && faulty) throw new Error('entered a closed door\nat once');
  }
}

const model = (file: string, faulty: boolean): Model<Step[]> => ({
  ...{ of: import.meta.url, name: 'door', file, sequences: stepsArbitrary(step, 15, 40), numRuns: 200, seed: 35 },
  run: (sequence) => useDoor(sequence, faulty),
});

test('stores the shortest sequence that violates the model, with its seed, and replays it', async () => {
  const file = join(folder, 'door.jsonl');
  const broken = await checkModel(model(file, true)).then(String, (error: Error) => error.message);
  assert.is(broken, '"door" is violated with seed 35: entered a closed door: [{"does":"enter","n":7}]');
  const stored = { model: 'door', fault: 'entered a closed door', seed: 35, sequence: [{ does: 'enter', n: 7 }] };
  assert.equal(readStored<StoredSequence>(file), [stored]);

  const again = await checkModel({ ...model(file, true), numRuns: 0 }).then(String, (error: Error) => error.message);
  assert.match(again, /stored counterexamples of "door" violate an invariant:\nentered a closed door: \[/);
  assert.is(readStored(file).length, 1, 'a stored counterexample is not stored again');
  assert.is(await checkModel(model(file, false)), 35);
});

test('replays the sequences of its model alone', async () => {
  const file = join(folder, 'doors.jsonl');
  const line = (name: string) =>
    JSON.stringify({ model: name, fault: 'x', seed: 1, sequence: [{ does: 'enter', n: 9 }] });
  writeFileSync(file, `${line('window')}\n`);
  assert.equal(await replayModel(model(file, true)), []);
  writeFileSync(file, `${line('window')}\n${line('door')}\n`);
  assert.equal(await replayModel(model(file, true)), ['entered a closed door: [{"does":"enter","n":9}]']);
});

test('a model holds without stored counterexamples', async () => {
  assert.equal(await replayModel(model(join(folder, 'absent.jsonl'), true)), []);
});

test.run();
