// postern report: runs a query of sql/reports as the auditor, who reads views and nothing else.
import { Argument, type Command } from 'commander';
import { installationNames } from '../../core/database/names.ts';
import type { Settings } from '../../core/settings/table.ts';
import { openPool } from '../pool.ts';
import { reportNames, reportQuery, reportTitle } from '../reports.ts';
import type { Runner } from '../runner.ts';
import { environmentOf, readAdminSettings } from '../settings.ts';
import { complain, print, printJson, table } from '../terminal/output.ts';

/** Adds it to the root command. */
export function add(root: Command, run: Runner): void {
  root
    .command('report')
    .description('run a report of sql/reports as the auditor; without a name: what there is, and what each locks')
    .addArgument(new Argument('[name]', 'which report').choices(reportNames()))
    .option('--json', 'as JSON')
    .action((name: string | undefined, own: { json?: true }) =>
      run(async (options) => {
        if (name === undefined) return listReports({ json: own.json === true });
        const settings = await readAdminSettings(environmentOf(options));
        return runReport({ settings, name, json: own.json === true });
      })(),
    );
}

/** What there is. */
export async function listReports(o: { json: boolean }): Promise<number> {
  const reports = reportNames().map((name) => ({ name, shows: reportTitle(name) }));
  if (o.json) printJson({ reports });
  else
    print(
      table(
        ['report', 'shows'],
        reports.map((report) => [report.name, report.shows]),
      ),
    );
  return 0;
}

export async function runReport(o: { settings: Settings; name: string; json: boolean }): Promise<number> {
  const names = installationNames(o.settings.db_namespace, o.settings.role_prefix);
  const pool = await openPool(o.settings, 'auditor');
  try {
    const rows = await pool.sql.unsafe(reportQuery(o.name, names));
    const columns = rows.columns.map((column) => column.name);
    if (o.json) {
      printJson({ report: o.name, rows });
      return 0;
    }
    const values = rows.map((row) => columns.map((name) => row[name] as unknown));
    print(
      table(
        columns.map((name) => name.replaceAll('_', ' ')),
        values,
      ),
    );
    complain(`${rows.length} row(s). ${reportTitle(o.name)}`);
    return 0;
  } finally {
    await pool.close();
  }
}
