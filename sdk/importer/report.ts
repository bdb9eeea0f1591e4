// A drift as text.
import type { Entry } from '../generator/catalogue.ts';
import { type Drift, titleOf } from './drift.ts';

/** Returns the report, one line per fact; a single line if nothing changed. */
export function reportOf({ gone, added, changed }: Drift): string {
  if (!gone.length && !added.length && !changed.length) return 'no drift: the catalogue says what the document says';
  const lines = [`${gone.length} operations gone, ${added.length} new, ${changed.length} changed`];
  for (const entry of gone) lines.push(`gone     ${lineOf(entry)}`);
  for (const entry of added) lines.push(`new      ${lineOf(entry)}`);
  for (const { entry, lines: found } of changed) {
    lines.push(`changed  ${lineOf(entry)}`, ...found.map((line) => `           ${line}`));
  }
  return lines.join('\n');
}

function lineOf(entry: Entry): string {
  return `${titleOf(entry)} (${entry.http} ${entry.path})`;
}
