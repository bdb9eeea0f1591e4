// npm run test:fuzz: fuzzes every target for a share of the time. Options: `--minutes 10` (the default), `--target
// TEXT` (only the targets whose name contains the text), `--seed N`. A finding is stored in findings.json, which
// fuzz_parsers.test.ts replays.
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Finding, fuzzTarget } from './fuzzer.ts';
import { createFuzzTargets } from './targets.ts';

const FINDINGS = new URL('./findings.json', import.meta.url);
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    target: { type: 'string', default: '' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});

const targets = (await createFuzzTargets()).filter(({ name }) => name.includes(values.target));
const share_ms = (Number(values.minutes) * 60_000) / targets.length;
const findings = JSON.parse(readFileSync(FINDINGS, 'utf8')) as Finding[];
let failed = 0;
for (const target of targets) {
  const { runs, kept, finding } = await fuzzTarget(target, {
    seed: Number(values.seed),
    until: Date.now() + share_ms,
    guided: true,
  });
  console.log(
    `${target.name.padEnd(30)} ${runs} inputs, ${kept} kept, seed ${values.seed}${finding ? `: ${finding.message}` : ''}`,
  );
  if (finding === null) continue;
  failed += 1;
  console.log(JSON.stringify(finding.input));
  findings.push(finding);
  writeFileSync(FINDINGS, `${JSON.stringify(findings, null, 2)}\n`);
}
process.exitCode = failed === 0 ? 0 : 1;
