// Fuzzes targets, stores the inputs that fail, and replays them. A stored input is a fixture: fuzz_parsers.test.ts
// replays findings.json, so the input fails again if its fault returns.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Finding, type FuzzTarget, findFailure, fuzzTarget } from './fuzzer.ts';

/** File of the findings that are replayed. */
export const FINDINGS = new URL('./findings.json', import.meta.url);

export const readFindings = (file: string | URL): Finding[] => JSON.parse(readFileSync(file, 'utf8')) as Finding[];

export interface FuzzRun {
  seed: number;
  /** Number of inputs, or the time in ms, for each target. */
  runs?: number;
  share_ms?: number;
  guided?: boolean;
  /** Folder of the inputs that reached a new branch, with which the next run continues. */
  corpus: string;
  findings: string | URL;
  print(line: string): void;
}

/** Fuzzes each target, and stores the findings. Returns the number of targets that failed. */
export async function fuzzTargets(targets: readonly FuzzTarget[], o: FuzzRun): Promise<number> {
  let failed = 0;
  mkdirSync(o.corpus, { recursive: true });
  for (const target of targets) {
    const file = join(o.corpus, `${target.name.replaceAll(/\W+/g, '_')}.json`);
    const { runs, kept, finding } = await fuzzTarget(target, {
      seed: o.seed,
      ...(o.runs === undefined ? {} : { runs: o.runs }),
      ...(o.share_ms === undefined ? {} : { until: Date.now() + o.share_ms }),
      guided: o.guided ?? true,
      corpus: existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as string[]) : [],
    });
    writeFileSync(file, JSON.stringify(kept));
    o.print(
      `${target.name.padEnd(30)} ${runs} inputs, ${kept.length} kept, seed ${o.seed}${finding ? `: ${finding.message}` : ''}`,
    );
    if (finding === null) continue;
    failed += 1;
    o.print(JSON.stringify(finding.input));
    writeFileSync(o.findings, `${JSON.stringify([...readFindings(o.findings), finding], null, 2)}\n`);
  }
  return failed;
}

/** Replays findings. Returns the ones that fail, and those whose target does not exist. */
export async function replayFindings(targets: readonly FuzzTarget[], findings: readonly Finding[]): Promise<string[]> {
  const failures: string[] = [];
  for (const { target: name, input } of findings) {
    const target = targets.find((one) => one.name === name);
    const failure = target ? await findFailure(target, input) : new Error('there is no such target');
    if (failure !== null) failures.push(`${name}: ${failure.message}`);
  }
  return failures;
}
