// postern doctor: inspects the installation as the migrating role, and prints the findings as a psql script with advice
// and repair statements.
import type { Command } from 'commander';
import { escapeToOneLine, printableJson, printableLines } from '../../core/database/printable.ts';
import { MigrationRefusedError } from '../../core/database/refusal.ts';
import { FINDING_CODES, type Finding } from '../../core/doctor/finding.ts';
import type { Settings } from '../../core/settings/table.ts';
import { UsageError } from '../../core/terminal/errors.ts';
import { print, printError } from '../../core/terminal/output.ts';
import { examineInstallation } from '../../install/doctor/doctor.ts';
import type { Log } from '../../install/migrate/connection.ts';
import { parseMigrateTarget, pickNameSettings, printExpectedErrors, readLogins } from '../../install/target.ts';
import type { Runner } from '../runner.ts';
import { readAdminSettingsWithSources, readCommandEnvironment } from '../settings.ts';

export function addCommand(root: Command, run: Runner): void {
  root
    .command('doctor')
    .description('Compare the installation with this release and print a script that repairs the findings.')
    .option(
      '--ignore <code...>',
      'ignore findings with these codes, such as logging on a managed service that does not let you change it',
    )
    .option('--json', 'print JSON')
    .action((own: { json?: true; ignore?: string[] }) =>
      run(async (options) => {
        const { settings, value_warnings } = await readAdminSettingsWithSources(readCommandEnvironment(options));
        const how = { json: own.json === true, ignore: own.ignore };
        return doctorCommand({ settings, value_warnings, print, log: printError, ...how });
      })(),
    );
}

export interface DoctorCommandOptions {
  settings: Settings;
  /** Warnings about values of settings, as logged at a start. */
  value_warnings?: readonly string[];
  print: (line: string) => void;
  log: Log;
  json: boolean;
  /** Codes of findings to ignore. */
  ignore?: readonly string[];
  now?: () => number;
}

/** Runs doctor. Returns exit code 0 without findings, and 1 with findings or if the database cannot be inspected. */
export function doctorCommand(o: DoctorCommandOptions): Promise<number> {
  return printExpectedErrors(o.log, async () => {
    const target = parseMigrateTarget(o.settings);
    if (target === null)
      throw new MigrationRefusedError('Set DATABASE_URL (or DATABASE_URL_MIGRATE) to the database to inspect.');
    const unknown = (o.ignore ?? []).find(
      (code) => !(FINDING_CODES as readonly string[]).includes(code.split('.')[0] ?? ''),
    );
    if (unknown !== undefined) {
      throw new UsageError(
        `--ignore: unknown finding code ${JSON.stringify(unknown)}; the codes are ${FINDING_CODES.join(', ')}`,
      );
    }
    const { findings, ignored, notes, checks, database } = await examineInstallation({
      target,
      ...pickNameSettings(o.settings),
      logins: readLogins(o.settings),
      settings: o.settings,
      value_warnings: o.value_warnings,
      log: o.log,
      now: o.now ?? Date.now,
      ignore: o.ignore,
    });
    const left_out = ignored.length === 0 ? '' : ` Ignored: ${countCodes(ignored)}.`;
    if (o.json) {
      o.print(printableJson({ healthy: findings.length === 0, database, checks, findings, ignored, notes }, 2));
    } else {
      if (findings.length === 0)
        o.print(`Database ${escapeToOneLine(database)} is healthy: ${checks} checks.${left_out}`);
      else o.print(`${repairScript(database, findings)}${left_out === '' ? '' : `\n\n--${left_out}`}`);
      for (const note of notes) o.print(`-- Note: ${escapeToOneLine(note)}`);
    }
    return findings.length === 0 ? 0 : 1;
  });
}

/** Formats codes with their counts: `logging.log_error_verbosity (4)`. */
function countCodes(codes: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const code of codes) counts.set(code, (counts.get(code) ?? 0) + 1);
  return [...counts].map(([code, count]) => `${code} (${count})`).join(', ');
}

/** Renders the findings as a psql script: each finding is a comment, followed by its repair statements. */
function repairScript(database: string, findings: readonly Finding[]): string {
  const parts = findings.map((finding, index) => {
    const title = `-- ${index + 1}. [${finding.check}] ${escapeToOneLine(finding.finding)}`;
    const advice = finding.advice === null ? [] : printableLines(finding.advice).map((line) => `--    ${line}`);
    const changed = finding.difference ?? [];
    const shown = changed.map((line) => `--    ${escapeToOneLine(line.replaceAll('\t', '    '))}`);
    const legend = changed.length === 0 ? [] : ['--    (- in this release, + in this database)'];
    return [title, ...legend, ...shown, ...advice, ...finding.sql.map((statement) => `${statement};`)].join('\n');
  });
  return `-- ${findings.length} finding(s) in database ${escapeToOneLine(database)}.\n\n${parts.join('\n\n')}`;
}
