// runner: when=sql,gateway,core
// A short run of the model of takeover_model.ts: every sequence that once violated an invariant, and some hundred
// random ones. The seed is printed; POSTERN_TEST_SEED repeats it. `npm run test:takeover` plays any number.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { seedOf } from './chance.ts';
import { readCounterexamples } from './takeover/counterexamples.ts';
import { type System, startSystem } from './takeover/system.ts';
import { explore, lines, play } from './takeover_model.ts';

const LANES = 4;
const SEQUENCES = 75;

let system: System;
test.before(async () => {
  system = await startSystem();
});
test.after(() => system.close());

const counterexamples = readCounterexamples();

/** Replays the stored counterexamples and returns their faults, each with its sequence. */
async function replayed(): Promise<string[]> {
  const broken: string[] = [];
  const queue = [...counterexamples];
  const lane = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const { faults } = await play(system, next.sequence);
      if (faults.size > 0) broken.push(`${[...faults].join('; ')}\n${lines(next.sequence)}`);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return broken;
}

test('no stored counterexample violates an invariant', async () => {
  assert.ok(counterexamples.length > 0);
  assert.equal(await replayed(), []);
});

test('some hundred random sequences violate no invariant', async () => {
  const seed = seedOf();
  console.log(`seed ${seed}`);
  const known = new Set<string>();
  const lane = (_: unknown, at: number) => explore(system, { seed: (seed + at) | 0, sequences: SEQUENCES, known });
  const found = (await Promise.all(Array.from({ length: LANES }, lane))).flat();
  assert.equal(
    found.map((one) => `${one.fault} (seed ${one.seed})\n${lines(one.sequence)}`),
    [],
  );
});

test('no row, function or column violates a rule of the tables', async () => {
  assert.equal([...(await system.tables.rows(null)), ...(await system.tables.schema())], []);
});

// Each entry replaces a function with one that enforces no rule. Replaying the stored sequences must then find an attack.
const HOLES: Record<string, { name: string; body: string; finds: RegExp }> = {
  'whatever was begun counts': { name: 'is_flow_valid', body: 'begin return true; end', finds: /^cut: / },
  'a cut ends nothing': { name: 'cut_access', body: 'begin end', finds: /^cut: / },
  'a new owner removes nothing': { name: 'assign_ownership', body: 'begin end', finds: /^exclusive: / },
  'a merge asks for no proof': {
    name: 'check_merge_proof',
    body: 'begin return null; end',
    finds: /an account is merged/,
  },
};

for (const [hole, { name, body, finds }] of Object.entries(HOLES)) {
  test(`the model detects a hole where ${hole}`, async () => {
    const { sql } = system.db;
    const [row] = await sql<{ definition: string }[]>`
      select pg_get_functiondef(p.oid) as definition from pg_proc as p
      where p.pronamespace = 'auth_lib'::regnamespace and p.proname = ${name}`;
    if (row === undefined) throw new Error(`there is no function auth_lib.${name}`);
    const { definition } = row;
    const [head] = definition.split('AS $function$');
    try {
      await sql.unsafe(`${head}AS $function$ ${body} $function$`);
      const broken = await replayed();
      assert.ok(
        broken.some((text) => finds.test(text)),
        `${broken.length} broken: ${broken.join('\n')}`,
      );
    } finally {
      await sql.unsafe(definition);
    }
  });
}

test.run();
