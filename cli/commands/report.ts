// postern report: lists the reports of sql/reports, or runs their queries as the auditor and prints the rows or writes
// a page with charts.
import { writeFileSync } from 'node:fs';
import { Argument, type Command } from 'commander';
import { createNames } from '../../core/database/names.ts';
import { RELEASE } from '../../core/database/release.ts';
import { listReportNames, readReportQuery, reportTitle } from '../../core/reports.ts';
import type { Settings } from '../../core/settings/table.ts';
import { CommandError, UsageError } from '../../core/terminal/errors.ts';
import { formatTable, print, printError, printJson } from '../../core/terminal/output.ts';
import { openPool } from '../../install/pool.ts';
import { PAGE_REPORTS, type ReportData, renderReportPage } from '../report/report_page.ts';
import type { Runner } from '../runner.ts';
import { readAdminSettings, readCommandEnvironment } from '../settings.ts';

const HTML_FILE = 'postern-report.html';

export function addCommand(root: Command, run: Runner): void {
  root
    .command('report')
    .description(
      'Run a report of sql/reports as the auditor. Without a name, list the reports and the locks they take.',
    )
    .addArgument(new Argument('[name]', 'report').choices(listReportNames()))
    .option('--json', 'print JSON')
    .option('--html [file]', `write a page with charts of the last 30 days to a file; default: ${HTML_FILE}`)
    .action((name: string | undefined, own: { json?: true; html?: string | true }) =>
      run(async (options) => {
        if (own.html !== undefined) {
          if (name !== undefined || own.json)
            throw new UsageError('--html writes all reports: it takes no name and no --json');
          const settings = await readAdminSettings(readCommandEnvironment(options));
          return writeReport({ settings, file: own.html === true ? HTML_FILE : own.html });
        }
        if (name === undefined) return listReports({ json: own.json === true });
        const settings = await readAdminSettings(readCommandEnvironment(options));
        return runReport({ settings, name, json: own.json === true });
      })(),
    );
}

async function listReports(o: { json: boolean }): Promise<number> {
  const reports = listReportNames().map((name) => ({ name, shows: reportTitle(name) }));
  if (o.json) printJson({ reports });
  else
    print(
      formatTable(
        ['report', 'shows'],
        reports.map((report) => [report.name, report.shows]),
      ),
    );
  return 0;
}

async function runReport(o: { settings: Settings; name: string; json: boolean }): Promise<number> {
  const names = createNames(o.settings.db_namespace, o.settings.role_prefix);
  const pool = await openPool(o.settings, 'auditor');
  try {
    const rows = await pool.sql.unsafe(readReportQuery(o.name, names));
    const columns = rows.columns.map((column) => column.name);
    if (o.json) {
      printJson({ report: o.name, rows });
      return 0;
    }
    const values = rows.map((row) => columns.map((name) => row[name] as unknown));
    print(
      formatTable(
        columns.map((name) => name.replaceAll('_', ' ')),
        values,
      ),
    );
    printError(`${rows.length} row(s). ${reportTitle(o.name)}`);
    return 0;
  } finally {
    await pool.close();
  }
}

/** Writes the page with charts. Runs the reports one by one, because the pool has one connection. */
async function writeReport(o: { settings: Settings; file: string }): Promise<number> {
  const names = createNames(o.settings.db_namespace, o.settings.role_prefix);
  const pool = await openPool(o.settings, 'auditor');
  try {
    const data: Partial<Record<keyof ReportData, ReportData[keyof ReportData]>> = {};
    for (const name of PAGE_REPORTS) data[name] = await pool.sql.unsafe(readReportQuery(name, names));
    const [row] = await pool.sql<
      { database: string; now: string }[]
    >`select current_database() as database, now()::text as now`;
    const { database = '', now = '' } = row ?? {};
    const page = renderReportPage({ data: data as ReportData, now: new Date(now), version: RELEASE.version, database });
    writeFileSync(o.file, page);
  } catch (error) {
    const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException;
    if (syscall === 'open' || syscall === 'write')
      throw new CommandError(`${o.file} cannot be written (${code}).`, { code: 'not_written', cause: error });
    throw error;
  } finally {
    await pool.close();
  }
  print(`Wrote ${o.file}`);
  return 0;
}
