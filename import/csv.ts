// Reads users from a CSV file. The first line names the columns, in any order.
import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { CommandError } from '../core/terminal/errors.ts';
import { storageErrorOf } from '../gateway/http/storable.ts';
import { formatCsvLine } from './csv_text.ts';
import {
  ADDITIONAL_COLUMNS,
  REASON_COLUMN,
  type RowError,
  USER_COLUMNS,
  type UserReader,
  type UserRow,
} from './row.ts';
import { countLines, fileError, MAX_USER_LENGTH, parseJsonOrNull, readTextChunks } from './text.ts';

interface ParsedRecord {
  record: string[];
  raw: string;
}

const JSON_COLUMNS = new Set(['user_metadata', 'app_metadata', 'identities']);
const BOOLEANS = new Set(['is_anonymous', 'is_sso_user', 'email_confirm', 'phone_confirm']);
const KNOWN = new Set<string>([...USER_COLUMNS, ...ADDITIONAL_COLUMNS, REASON_COLUMN]);

export function readCsv(file: string): UserReader {
  let names: string[] = [];
  return {
    heading: () => formatCsvLine([...names.filter((name) => name !== REASON_COLUMN), REASON_COLUMN]),
    rows: (async function* () {
      let line = 1;
      for await (const { record, raw } of parseRecords(file)) {
        const at = line;
        line += countLines(raw) + (raw.endsWith('\n') ? 0 : 1); // raw ends with the first character of \r\n
        const blank = record.length === 1 && record[0] === '';
        if (names.length === 0) names = readColumnNames(file, record);
        else if (!blank || names.length === 1) yield toUserRow(at, record, names, raw);
      }
      if (names.length === 0) throw fileError(file, 'is empty: its first line must name the columns');
    })(),
  };
}

async function* parseRecords(file: string): AsyncGenerator<ParsedRecord> {
  const parser = parse({
    bom: true,
    info: true,
    raw: true,
    relax_column_count: true,
    max_record_size: MAX_USER_LENGTH,
  });
  const source = Readable.from(readTextChunks(file));
  source.once('error', (error) => parser.destroy(error));
  try {
    for await (const parsed of source.pipe(parser)) yield parsed as ParsedRecord;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw fileError(file, describeCsvError(error));
  } finally {
    source.destroy();
  }
}

function describeCsvError(error: CsvError): string {
  const line = `line ${String(error.lines)}`;
  switch (error.code) {
    case 'CSV_QUOTE_NOT_CLOSED': {
      const where = Number(error.records) === 0 ? 'its first line' : `user number ${String(error.records)}`;
      return `ends within a quoted value, which begins in ${where}`;
    }
    case 'CSV_MAX_RECORD_SIZE':
      return `has a user of more than 1 MiB at ${line}: a quote may not be closed`;
    default:
      return `cannot be read at ${line}: a quote within a value is written twice, and the whole value stands in quotes`;
  }
}

function readColumnNames(file: string, record: readonly string[]): string[] {
  const names = record.map((name) => name.trim());
  const [only = ''] = names;
  for (const [separator, called] of [
    [';', 'semicolons'],
    ['\t', 'tabs'],
  ] as const) {
    if (names.length === 1 && only.includes(separator))
      throw fileError(file, `has ${called} between its columns: save it with commas`);
  }
  const strange = names.find((name) => !KNOWN.has(name));
  if (strange !== undefined)
    throw new CommandError(
      `The first line has the unknown column ${JSON.stringify(strange)}. The columns are ${[...USER_COLUMNS, ...ADDITIONAL_COLUMNS].join(', ')}.`,
      { code: 'unknown_column' },
    );
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined)
    throw new CommandError(`The first line names the column ${twice} twice.`, { code: 'unknown_column' });
  return names;
}

function toUserRow(line: number, record: readonly string[], names: readonly string[], raw: string): UserRow {
  if (record.length !== names.length) {
    const message = `has ${record.length} values, and the first line names ${names.length} columns`;
    const was = raw.replace(/\r?\n$|\r$/, '');
    // A line with the wrong number of values is written unchanged to the file of rejected users. The reason is
    // appended, unless the imported file has a column with the reasons of an earlier import.
    const again = (reason: string) =>
      names.includes(REASON_COLUMN) ? `${was}\n` : `${was},${formatCsvLine([reason])}`;
    return { line, json: '', fault: { message }, again };
  }
  const members: string[] = [];
  let fault: RowError | undefined;
  for (const [at, name] of names.entries()) {
    const value = record[at] ?? '';
    if (value === '' || name === REASON_COLUMN) continue;
    const json = JSON_COLUMNS.has(name) || BOOLEANS.has(name) ? value : JSON.stringify(value);
    fault ??= findValueError(name, value, json);
    members.push(`${JSON.stringify(name)}:${json}`);
  }
  const values = record.filter((_, at) => names[at] !== REASON_COLUMN);
  return {
    line,
    json: `{${members.join(',')}}`,
    ...(fault === undefined ? {} : { fault }),
    again: (reason) => formatCsvLine([...values, reason]),
  };
}

function findValueError(column: string, value: string, json: string): RowError | undefined {
  if (BOOLEANS.has(column))
    return value === 'true' || value === 'false' ? undefined : { column, message: 'must be true or false' };
  const parsed = JSON_COLUMNS.has(column) ? parseJsonOrNull(value) : { value };
  if (parsed === null) return { column, message: 'is no JSON' };
  const message = storageErrorOf(parsed.value, json);
  return message === null ? undefined : { column, message };
}
