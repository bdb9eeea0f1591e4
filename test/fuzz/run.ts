// npm run test:fuzz: fuzzes each target for an equal share of the time. Options: `--minutes 10` (the default),
// `--target TEXT` (only the targets whose name contains the text), `--seed N`. A finding is stored in findings.json,
// which fuzz_parsers.test.ts replays. Inputs that reached a new branch are kept in .tmp/fuzz/, where the next run
// continues.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Finding, fuzzTarget } from './fuzzer.ts';
import { createFuzzTargets } from './targets.ts';

const FINDINGS = new URL('./findings.json', import.meta.url);
const CORPUS = fileURLToPath(new URL('../../.tmp/fuzz/', import.meta.url));
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
mkdirSync(CORPUS, { recursive: true });
for (const target of targets) {
  const file = join(CORPUS, `${target.name.replaceAll(/\W+/g, '_')}.json`);
  const corpus = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as string[]) : [];
  const { runs, kept, finding } = await fuzzTarget(target, {
    seed: Number(values.seed),
    until: Date.now() + share_ms,
    guided: true,
    corpus,
  });
  writeFileSync(file, JSON.stringify(kept));
  console.log(
    `${target.name.padEnd(30)} ${runs} inputs, ${kept.length} kept, seed ${values.seed}${finding ? `: ${finding.message}` : ''}`,
  );
  if (finding === null) continue;
  failed += 1;
  console.log(JSON.stringify(finding.input));
  findings.push(finding);
  writeFileSync(FINDINGS, `${JSON.stringify(findings, null, 2)}\n`);
}
process.exitCode = failed === 0 ? 0 : 1;
