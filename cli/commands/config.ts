// postern config: prints the effective settings with their sources, secrets masked.
import type { Command } from 'commander';
import { printableJson } from '../../core/database/printable.ts';
import { type Environment, readSettings } from '../../core/settings/reading.ts';
import { listShownSettings } from '../../core/settings/shown.ts';
import { print, printJson } from '../../core/terminal/output.ts';
import type { Runner } from '../runner.ts';
import { readCommandEnvironment, readEmbeddedSettings, usesEmbedded } from '../settings.ts';

export function addCommand(root: Command, run: Runner): void {
  root
    .command('config')
    .description('Print the effective settings with their sources. Secrets are masked.')
    .option('--json', 'print JSON')
    .action((own: { json?: boolean }) =>
      run(async (options) => {
        return configCommand({ environment: readCommandEnvironment(options), print, json: own.json === true });
      })(),
    );
}

export interface ConfigOptions {
  environment: Environment;
  print: (line: string) => void;
  json: boolean;
}

interface ShownSetting {
  value: unknown;
  /** Source of the value, see SettingSources. */
  source: string | null;
}

/** Prints the settings and returns exit code 0. Throws a SettingsError for a malformed setting. */
async function configCommand({ environment, print, json }: ConfigOptions): Promise<number> {
  const read = usesEmbedded(environment) ? await readEmbeddedSettings(environment) : readSettings(environment);
  const shown: Record<string, ShownSetting> = {};
  for (const { name, value, source } of listShownSettings(read.settings, read.sources)) shown[name] = { value, source };
  if (json) {
    printJson(shown);
    return 0;
  }
  const width = Math.max(...Object.keys(shown).map((name) => name.length));
  for (const [name, { value, source }] of Object.entries(shown)) {
    // Lists have the format of .env files: with commas and without brackets.
    const text = typeof value === 'string' ? value : Array.isArray(value) ? value.join(',') : printableJson(value);
    print(`${name.padEnd(width)}  ${text}${source === 'default' ? '' : `  (${source})`}`);
  }
  for (const warning of read.warnings) print(`warning: ${warning}`);
  return 0;
}
