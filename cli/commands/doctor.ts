// postern doctor: looks the installation over as the role that migrates; prints a script that mends what it finds.
import type { Settings } from '../../gateway/settings/table.ts';
import { examine } from '../doctor/doctor.ts';
import type { Finding } from '../doctor/finding.ts';
import type { Log } from '../migrate/connection.ts';
import { MigrateRefusal } from '../migrate/index.ts';
import { oneLine, printableLines } from '../migrate/printable.ts';
import { loginsOf, migrateTarget, namesOf, sentences } from './migrate.ts';

export interface DoctorCommand {
  settings: Settings;
  print: (line: string) => void;
  log: Log;
  json: boolean;
  now?: () => number;
}

/** Exit code 0: healthy; 1: findings, or the database cannot be looked at. */
export function doctorCommand(o: DoctorCommand): Promise<number> {
  return sentences(o.log, async () => {
    const target = migrateTarget(o.settings);
    if (target === null)
      throw new MigrateRefusal('Set DATABASE_URL (or DATABASE_URL_MIGRATE) to the database to look at.');
    const { findings, checks, database } = await examine({
      ...{ target, ...namesOf(o.settings), logins: loginsOf(o.settings), settings: o.settings },
      ...{ log: o.log, now: o.now ?? Date.now },
    });
    if (o.json) o.print(JSON.stringify({ healthy: findings.length === 0, database, checks, findings }, null, 2));
    else if (findings.length === 0) o.print(`Database ${oneLine(database)} is healthy: ${checks} checks.`);
    else o.print(script(database, findings));
    return findings.length === 0 ? 0 : 1;
  });
}

/** The findings as a script for psql: each a comment, with the statements that mend it. */
function script(database: string, findings: readonly Finding[]): string {
  const parts = findings.map((finding, index) => {
    const title = `-- ${index + 1}. [${finding.check}] ${oneLine(finding.finding)}`;
    const advice = finding.advice === null ? [] : printableLines(finding.advice).map((line) => `--    ${line}`);
    return [title, ...advice, ...finding.sql.map((statement) => `${statement};`)].join('\n');
  });
  return `-- ${findings.length} finding(s) in database ${oneLine(database)}.\n\n${parts.join('\n\n')}`;
}
