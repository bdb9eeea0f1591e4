// Prints the report of a dry run. Before it, prints the rows that are changed or not imported, writes them to a file,
// or only counts them.
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { printableJson } from '../../core/database/printable.ts';
import type { DatabaseTarget } from '../../core/database/url.ts';
import { CommandError } from '../../core/terminal/errors.ts';
import { formatCell, print, printError, printWithBackpressure, writeChunk } from '../../core/terminal/output.ts';
import type { Connection } from '../../install/migrate/connection.ts';
import type { Logins } from '../../install/migrate/roles.ts';
import { checkNotBegun } from './apply.ts';
import { evaluateImport } from './evaluate.ts';
import type { ImportSchemas } from './files.ts';
import { dryRunFromDatabase } from './from_database.ts';
import { HEADINGS, type Report, reportLines } from './report.ts';
import type { SecretKeys } from './secret_options.ts';
import type { Finding, TokenLifetimes } from './views.ts';

export interface DryRunOptions {
  secrets: SecretKeys;
  lives: TokenLifetimes;
  logins: Logins;
  /** File for the rows as lines of JSON; `-` for standard output. Without it, rows are printed before the report. */
  rows?: string;
  /** True to print counts and no rows. */
  summary: boolean;
  from: DatabaseTarget | null;
}

type Row = Finding & { id: string };

interface RowWriter {
  hear?(row: Row): Promise<void>;
  end(): Promise<void>;
}

export async function dryRun(connection: Connection, places: ImportSchemas, o: DryRunOptions): Promise<number> {
  await checkNotBegun(connection, places);
  const { from, secrets, lives, logins } = o;
  const rows = await openRowWriter(o);
  const options = { secrets, lives, logins, ...(rows.hear === undefined ? {} : { row: rows.hear }) };
  const report = await (from === null
    ? evaluateImport(connection, places, options)
    : dryRunFromDatabase(connection, places, { ...options, from })
  ).finally(() => rows.end());
  // If the rows are written to standard output as JSON, the report is written to standard error.
  printReport(report, from, o.rows === '-' ? printError : print);
  return report.blockers.length === 0 ? 0 : 1;
}

function printReport(report: Report, from: DatabaseTarget | null, say: (line: string) => void): void {
  for (const line of reportLines(report)) say(line);
  say('');
  say(
    report.blockers.length === 0
      ? `Nothing was changed. To import, ${from === null ? 'run "npx postern import gotrue --apply".' : 'run the same command with --apply.'}`
      : 'Nothing was changed. Resolve the blockers first.',
  );
}

/** Returns the writer for the rows, which prints them, writes them to a file, or omits them. */
async function openRowWriter({ rows, summary }: DryRunOptions): Promise<RowWriter> {
  if (summary) return { end: () => Promise.resolve() };
  if (rows === undefined) {
    let any = false;
    return {
      hear: async ({ verdict, source, id, reason }) => {
        if (!any) print('Rows that are changed or not imported');
        any = true;
        await printWithBackpressure(`${HEADINGS[verdict]}: ${source} ${formatCell(id)}: ${formatCell(reason)}`);
      },
      end: async () => {
        if (any) print('');
      },
    };
  }
  const out = rows === '-' ? process.stdout : await openOutputFile(rows);
  return {
    hear: (row) => writeChunk(out, `${printableJson(row)}\n`),
    end: async () => {
      if (out === process.stdout) return;
      out.end();
      await once(out, 'close');
    },
  };
}

async function openOutputFile(path: string): Promise<NodeJS.WritableStream> {
  const file = await open(path, 'w').catch((cause: unknown) => {
    throw new CommandError(`The rows cannot be written to ${path} (${(cause as { code?: string }).code}).`, {
      cause,
      code: 'output_file',
    });
  });
  return file.createWriteStream();
}
