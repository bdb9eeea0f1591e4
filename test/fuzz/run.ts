// npm run test:fuzz: fuzzes each target for an equal share of the time. Options: `--minutes 10` (the default),
// `--target TEXT` (only the targets whose name contains the text), `--seed N`. A finding is stored in findings.json,
// which fuzz_parsers.test.ts replays. Inputs that reached a new branch are kept in .tmp/fuzz/, where the next run
// continues.
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { FINDINGS, fuzzTargets } from './findings.ts';
import { createFuzzTargets } from './targets.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    target: { type: 'string', default: '' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});

const targets = (await createFuzzTargets()).filter(({ name }) => name.includes(values.target));
const failed = await fuzzTargets(targets, {
  seed: Number(values.seed),
  share_ms: (Number(values.minutes) * 60_000) / targets.length,
  corpus: fileURLToPath(new URL('../../.tmp/fuzz/', import.meta.url)),
  findings: FINDINGS,
  print: console.log,
});
process.exitCode = failed === 0 ? 0 : 1;
