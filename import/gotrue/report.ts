// What an import would do, as lines for a person.
import { cell, table } from '../../core/terminal/output.ts';
import type { AppObject, Unchanged } from './application.ts';
import type { Counts, Finding } from './judgement.ts';

export interface Report {
  counts: Counts;
  objects: readonly AppObject[];
  unchanged: readonly Unchanged[];
  /** Why it cannot be done as things are. */
  blockers: readonly string[];
  /** What does not stop it, and should be known. */
  remarks: readonly string[];
}

/** Above a table of reasons, and before each row. */
export const HEADINGS: Readonly<Record<Finding['verdict'], string>> = {
  changed: 'Comes, but not as it is',
  kept: 'Is kept aside in kept_rows',
  stays: 'Does not come',
};

/** The lines of a dry run. */
export function reportLines({ counts, objects, unchanged, blockers, remarks }: Report): string[] {
  const lines: string[] = ['Comes'];
  lines.push(
    table(
      ['what', 'rows'],
      Object.entries(counts.comes).map(([kind, rows]) => [kind, rows]),
    ),
  );
  for (const verdict of ['changed', 'kept', 'stays'] as const) {
    const rows = counts.findings.filter((finding) => finding.verdict === verdict);
    if (rows.length === 0) continue;
    lines.push('', HEADINGS[verdict]);
    lines.push(
      table(
        ['from', 'rows', 'why'],
        rows.map(({ source, rows: number, reason }) => [source, number, reason]),
      ),
    );
  }
  const moved = objects.filter(({ blocks }) => blocks === null);
  if (moved.length > 0) {
    lines.push('', 'Of your application, pointed at the new tables');
    lines.push(
      table(
        ['what', 'name'],
        moved.map(({ kind, name }) => [kind, name]),
      ),
    );
  }
  const same = unchanged.filter(({ kind }) => kind !== 'stays' && kind !== 'by hand');
  if (same.length > 0) {
    lines.push('', 'Of your application, needs no change');
    lines.push(
      table(
        ['what', 'name', 'why'],
        same.map(({ kind, name, remark }) => [kind, name, remark]),
      ),
    );
  }
  for (const [kind, heading] of [
    ['by hand', 'Of your application, to be changed by hand'],
    ['stays', "Stays in GoTrue's schema"],
  ] as const) {
    const left = unchanged.filter((object) => object.kind === kind);
    if (left.length === 0) continue;
    lines.push('', heading);
    lines.push(
      table(
        ['name', 'why'],
        left.map(({ name, remark }) => [name, remark]),
      ),
    );
  }
  if (remarks.length > 0) lines.push('', 'Mind', ...remarks.map((remark) => `- ${cell(remark)}`));
  if (blockers.length > 0) lines.push('', 'In the way', ...blockers.map((blocker) => `- ${cell(blocker)}`));
  return lines;
}
