// postern report: runs a query of sql/reports as the auditor, who reads views and nothing else.

import { installationNames } from '../../core/database/names.ts';
import type { Settings } from '../../core/settings/table.ts';
import { openPool } from '../pool.ts';
import { reportNames, reportQuery, reportTitle } from '../reports.ts';
import { complain, print, printJson, table } from '../terminal/output.ts';

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
