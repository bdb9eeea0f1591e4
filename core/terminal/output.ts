// Output of commands: lines, tables and JSON.
import { once } from 'node:events';
import { escapeToOneLine, escapeUnprintable, printableJson } from '../database/printable.ts';

/** Escapes control characters, because text of clients, servers and files must not control the terminal. */
const lineOf = (line: string): string => `${escapeUnprintable(line)}\n`;

export const print = (line: string): void => {
  process.stdout.write(lineOf(line));
};

/** Prints a line to standard error. */
export const printError = (line: string): void => {
  process.stderr.write(lineOf(line));
};

/** Prints a line. Resolves when the next line may be written, so that many lines are not buffered for a slow reader. */
export const printWithBackpressure = (line: string): Promise<void> => writeChunk(process.stdout, lineOf(line));
export const printErrorWithBackpressure = (line: string): Promise<void> => writeChunk(process.stderr, lineOf(line));

/** Prints text without a line end. Escapes control characters on a terminal, but not in a file or pipe. */
export const printText = (text: string): void => {
  process.stdout.write(process.stdout.isTTY ? escapeUnprintable(text) : text);
};

/** Writes a chunk. Resolves when the next may be written. */
export async function writeChunk(to: NodeJS.WritableStream, text: string): Promise<void> {
  if (!to.write(text)) await once(to, 'drain');
}

export const printJson = (value: unknown): void => print(printableJson(value, 2));

export type Cell = string | number | boolean | null | undefined;

/** Formats a value as one line. */
export function formatCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text =
    value instanceof Date ? value.toISOString() : typeof value === 'object' ? printableJson(value) : String(value);
  return escapeToOneLine(text);
}

const GAP = '  ';

/** Formats a table. Truncates columns to the width of a terminal, but not in a pipe. */
export function formatTable(
  heading: readonly string[],
  rows: readonly (readonly unknown[])[],
  width: number = process.stdout.isTTY ? process.stdout.columns : Number.POSITIVE_INFINITY,
): string {
  const cells = [heading.map((name) => name.toUpperCase()), ...rows.map((row) => row.map(formatCell))];
  const widths = heading.map((_, at) => Math.max(...cells.map((row) => row[at]?.length ?? 0)));
  let over = widths.reduce((sum, one) => sum + one + GAP.length, -GAP.length) - width;
  while (over > 0) {
    // Shrinks the widest column first, to at least 8 characters.
    const widest = widths.indexOf(Math.max(...widths));
    const least = Math.max(8, (widths[widest] ?? 0) - over);
    if (least >= (widths[widest] ?? 0)) break;
    over -= (widths[widest] ?? 0) - least;
    widths[widest] = least;
  }
  return cells
    .map((row) =>
      row
        .map((text, at) => truncateToWidth(text, widths[at] ?? 0))
        .join(GAP)
        .trimEnd(),
    )
    .join('\n');
}

function truncateToWidth(text: string, width: number): string {
  return text.length > width ? `${text.slice(0, width - 1)}…` : text.padEnd(width);
}

/** Formats name and value pairs, one per line. Omits pairs with an empty value. */
export function formatPairs(values: Readonly<Record<string, unknown>>): string {
  const shown = Object.entries(values).filter(([, value]) => formatCell(value) !== '');
  const width = Math.max(0, ...shown.map(([name]) => name.length));
  return shown.map(([name, value]) => `${name.padEnd(width)}${GAP}${formatCell(value)}`).join('\n');
}
