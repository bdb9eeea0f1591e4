// Formats the report of a dry run.
import { formatCell, formatTable } from '../../core/terminal/output.ts';
import type { AppObject, UnchangedObject } from './application.ts';
import type { Counts, Finding } from './views.ts';

export interface Report {
  counts: Counts;
  objects: readonly AppObject[];
  unchanged: readonly UnchangedObject[];
  /** Reasons that prevent the import. */
  blockers: readonly string[];
  /** Notes that do not prevent the import. */
  remarks: readonly string[];
}

/** Headings of tables and prefixes of rows. */
export const HEADINGS: Readonly<Record<Finding['verdict'], string>> = {
  changed: 'Imported with changes',
  kept: 'Kept in kept_rows',
  stays: 'Not imported',
};

/** Returns the lines of the report. */
export function reportLines({ counts, objects, unchanged, blockers, remarks }: Report): string[] {
  const lines: string[] = ['Imported'];
  lines.push(
    formatTable(
      ['what', 'rows'],
      Object.entries(counts.imported).map(([kind, rows]) => [kind, rows]),
    ),
  );
  for (const verdict of ['changed', 'kept', 'stays'] as const) {
    const rows = counts.findings.filter((finding) => finding.verdict === verdict);
    if (rows.length === 0) continue;
    lines.push('', HEADINGS[verdict]);
    lines.push(
      formatTable(
        ['from', 'rows', 'why'],
        rows.map(({ source, rows: number, reason }) => [source, number, reason]),
      ),
    );
  }
  const moved = objects.filter(({ blocks }) => blocks === null);
  if (moved.length > 0) {
    lines.push('', 'Objects of your application, redirected to the new tables');
    lines.push(
      formatTable(
        ['what', 'name'],
        moved.map(({ kind, name }) => [kind, name]),
      ),
    );
  }
  const same = unchanged.filter(({ kind }) => kind !== 'stays' && kind !== 'by hand');
  if (same.length > 0) {
    lines.push('', 'Objects of your application that need no change');
    lines.push(
      formatTable(
        ['what', 'name', 'why'],
        same.map(({ kind, name, remark }) => [kind, name, remark]),
      ),
    );
  }
  for (const [kind, heading] of [
    ['by hand', 'Objects of your application to change by hand'],
    ['stays', "Remains in GoTrue's schema"],
  ] as const) {
    const left = unchanged.filter((object) => object.kind === kind);
    if (left.length === 0) continue;
    lines.push('', heading);
    lines.push(
      formatTable(
        ['name', 'why'],
        left.map(({ name, remark }) => [name, remark]),
      ),
    );
  }
  if (remarks.length > 0) lines.push('', 'Notes', ...remarks.map((remark) => `- ${formatCell(remark)}`));
  if (blockers.length > 0) lines.push('', 'Blockers', ...blockers.map((blocker) => `- ${formatCell(blocker)}`));
  return lines;
}
