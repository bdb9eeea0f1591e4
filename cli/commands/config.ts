// postern config: prints the effective settings with their sources, secrets masked.
import type { Command } from 'commander';
import { printableJson } from '../../core/database/printable.ts';
import { maskedLogin, maskedUrl } from '../../core/masked_url.ts';
import { type Environment, readSettings } from '../../core/settings/reading.ts';
import type { Row } from '../../core/settings/row.ts';
import { namesOf, SETTINGS, type SettingName } from '../../core/settings/table.ts';
import { print, printJson } from '../../core/terminal/output.ts';
import type { Runner } from '../runner.ts';
import { environmentOf, readEmbedded, usesEmbedded } from '../settings.ts';

export function add(root: Command, run: Runner): void {
  root
    .command('config')
    .description('Print the effective settings with their sources. Secrets are masked.')
    .option('--json', 'print JSON')
    .action((own: { json?: boolean }) =>
      run(async (options) => {
        return configCommand({ environment: environmentOf(options), print, json: own.json === true });
      })(),
    );
}

export interface ConfigOptions {
  environment: Environment;
  print: (line: string) => void;
  json: boolean;
}

interface Shown {
  value: unknown;
  /** An environment variable name, `default`, or `start` (set by the embedded start). */
  source: string;
}

/** Masks every string within the value. */
function maskedTexts(value: unknown, mask: (text: string) => string): unknown {
  if (typeof value === 'string') return mask(value);
  if (Array.isArray(value)) return value.map((one) => maskedTexts(one, mask));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [mask(name), maskedTexts(one, mask)]));
}

/** Exit code 0; a malformed setting is thrown as SettingsError. */
async function configCommand({ environment, print, json }: ConfigOptions): Promise<number> {
  const read = usesEmbedded(environment) ? await readEmbedded(environment) : readSettings(environment);
  const shown: Record<string, Shown> = {};
  for (const key of Object.keys(SETTINGS) as SettingName[]) {
    const value = read.settings[key];
    const row: Row<unknown> = SETTINGS[key];
    const empty = value === '' || value === null || (typeof value === 'object' && Object.keys(value).length === 0);
    const source = read.sources[key];
    const hidden = row.secret && !empty && source !== 'default'; // a default is printed in docs/settings.md
    const mask = row.patterns ? maskedLogin : maskedUrl;
    shown[namesOf(key)[0] ?? key] = { value: hidden ? '***' : maskedTexts(value, mask), source };
  }
  if (json) {
    printJson(shown);
    return 0;
  }
  const width = Math.max(...Object.keys(shown).map((name) => name.length));
  for (const [name, { value, source }] of Object.entries(shown)) {
    // In the form of .env: a list has commas and no brackets.
    const text = typeof value === 'string' ? value : Array.isArray(value) ? value.join(',') : printableJson(value);
    print(`${name.padEnd(width)}  ${text}${source === 'default' ? '' : `  (${source})`}`);
  }
  for (const warning of read.warnings) print(`warning: ${warning}`);
  return 0;
}
