// What commands print: lines, tables for people, JSON for programs.
import { once } from 'node:events';
import { oneLine, printable, printableJson } from '../database/printable.ts';

/** What a client, a server or a file said must not steer the terminal. */
const lineOf = (line: string): string => `${printable(line)}\n`;

export const print = (line: string): void => {
  process.stdout.write(lineOf(line));
};

/** To a person. */
export const complain = (line: string): void => {
  process.stderr.write(lineOf(line));
};

/** The same for one of very many lines: resolves when the next may be written, so that none waits in memory for a slow reader. */
export const printInTurn = (line: string): Promise<void> => written(process.stdout, lineOf(line));
export const complainInTurn = (line: string): Promise<void> => written(process.stderr, lineOf(line));

/** A text to be kept in a file, without a line end of its own: as it is in a pipe, printable on a terminal. */
export const printText = (text: string): void => {
  process.stdout.write(process.stdout.isTTY ? printable(text) : text);
};

/** Writes a piece of something long; resolves when the next may be written. */
export async function written(to: NodeJS.WritableStream, text: string): Promise<void> {
  if (!to.write(text)) await once(to, 'drain');
}

export const printJson = (value: unknown): void => print(printableJson(value, 2));

export type Cell = string | number | boolean | null | undefined;

/** A value as one line. */
export function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text =
    value instanceof Date ? value.toISOString() : typeof value === 'object' ? printableJson(value) : String(value);
  return oneLine(text);
}

const GAP = '  ';

/** Columns under a heading, cut to the width of the terminal; in a pipe nothing is cut. */
export function table(
  heading: readonly string[],
  rows: readonly (readonly unknown[])[],
  width: number = process.stdout.isTTY ? process.stdout.columns : Number.POSITIVE_INFINITY,
): string {
  const cells = [heading.map((name) => name.toUpperCase()), ...rows.map((row) => row.map(cell))];
  const widths = heading.map((_, at) => Math.max(...cells.map((row) => row[at]?.length ?? 0)));
  let over = widths.reduce((sum, one) => sum + one + GAP.length, -GAP.length) - width;
  while (over > 0) {
    // The widest column gives way first; below 8 characters nothing could be read.
    const widest = widths.indexOf(Math.max(...widths));
    const least = Math.max(8, (widths[widest] ?? 0) - over);
    if (least >= (widths[widest] ?? 0)) break;
    over -= (widths[widest] ?? 0) - least;
    widths[widest] = least;
  }
  return cells
    .map((row) =>
      row
        .map((text, at) => fit(text, widths[at] ?? 0))
        .join(GAP)
        .trimEnd(),
    )
    .join('\n');
}

function fit(text: string, width: number): string {
  return text.length > width ? `${text.slice(0, width - 1)}…` : text.padEnd(width);
}

/** Name and value, one a line, for a single thing. */
export function sheet(values: Readonly<Record<string, unknown>>): string {
  const shown = Object.entries(values).filter(([, value]) => cell(value) !== '');
  const width = Math.max(0, ...shown.map(([name]) => name.length));
  return shown.map(([name, value]) => `${name.padEnd(width)}${GAP}${cell(value)}`).join('\n');
}
