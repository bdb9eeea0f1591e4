// The commands that only look: doctor, report, completion.
import { Argument, type Command } from 'commander';
import { reportNames } from '../reports.ts';
import { environmentOf, readAdminSettings } from '../settings.ts';
import { complain, print } from '../terminal/output.ts';
import type { Runner } from './runner.ts';

/** Adds them to the root command. */
export function addInspection(root: Command, run: Runner): void {
  root
    .command('doctor')
    .description('compare the installation with this release; print a script that mends what is found')
    .option(
      '--ignore <code...>',
      'leave out findings with these codes, such as logging: what a managed service lets nobody change',
    )
    .option('--json', 'as JSON')
    .action((own: { json?: true; ignore?: string[] }) =>
      run(async (options) => {
        const { doctorCommand } = await import('../commands/doctor.ts');
        const settings = await readAdminSettings(environmentOf(options));
        return doctorCommand({ settings, print, log: complain, json: own.json === true, ignore: own.ignore });
      })(),
    );
  root
    .command('report')
    .description('run a report of sql/reports as the auditor; without a name: what there is, and what each locks')
    .addArgument(new Argument('[name]', 'which report').choices(reportNames()))
    .option('--json', 'as JSON')
    .action((name: string | undefined, own: { json?: true }) =>
      run(async (options) => {
        const { listReports, runReport } = await import('../commands/report.ts');
        if (name === undefined) return listReports({ json: own.json === true });
        const settings = await readAdminSettings(environmentOf(options));
        return runReport({ settings, name, json: own.json === true });
      })(),
    );
  root
    .command('completion')
    .description(
      'print a completion script for the word postern, which npm link puts on the PATH: eval "$(postern completion bash)"',
    )
    .addArgument(new Argument('<shell>', 'which shell').choices(['bash', 'zsh', 'fish']))
    .action((shell: 'bash' | 'zsh' | 'fish') =>
      run(async () => {
        const { completionScript } = await import('../terminal/completion.ts');
        print(completionScript(root, shell));
        return 0;
      })(),
    );
}
