// The table of all settings, and the names and types derived from it.

import type { Row } from './row.ts';
import { FACTORS } from './rows/factors.ts';
import { GENERAL } from './rows/general.ts';
import { HOOK_SETTINGS } from './rows/hooks.ts';
import { MAIL_TEMPLATES } from './rows/mail_templates.ts';
import { MESSAGES } from './rows/messages.ts';
import { OAUTH_SERVER } from './rows/oauth_server.ts';
import { PASSKEYS } from './rows/passkeys.ts';
import { EXTERNAL, PROVIDER_ROWS } from './rows/providers.ts';
import { SAML } from './rows/saml.ts';
import { SCIM } from './rows/scim.ts';
import { SECURITY } from './rows/security.ts';
import { TELEMETRY } from './rows/telemetry.ts';
import { WEB3 } from './rows/web3.ts';
import { WEBHOOKS } from './rows/webhooks.ts';

/** Settings whose names are known at compile time. */
const NAMED = {
  ...GENERAL,
  ...SECURITY,
  ...FACTORS,
  ...MESSAGES,
  ...MAIL_TEMPLATES,
  ...EXTERNAL,
  ...PASSKEYS,
  ...WEB3,
  ...OAUTH_SERVER,
  ...SAML,
  ...SCIM,
  ...HOOK_SETTINGS,
  ...WEBHOOKS,
  ...TELEMETRY,
} as const;

type Table = typeof NAMED;

/** Returns the provider rows as an object. Throws if one of them has a variable of another setting. */
function rejectDuplicates(rows: typeof PROVIDER_ROWS): object {
  const taken = new Set(Object.entries(NAMED).flatMap(([key, row]) => variablesOf(key, row)));
  for (const [key, row] of rows) {
    const double = variablesOf(key, row).find((name) => taken.has(name));
    if (double !== undefined) throw new Error(`${double} is a setting already: a provider cannot have it as well`);
    for (const name of variablesOf(key, row)) taken.add(name);
  }
  return Object.fromEntries(rows);
}

const variablesOf = (key: string, { names }: Pick<Row<unknown>, 'names'>): readonly string[] =>
  names ?? [`SVC_${key.toUpperCase()}`, `GOTRUE_${key.toUpperCase()}`];

/**
 * All settings. Settings of providers come from the files in core/providers/known, so their names have no static
 * types. Use provider_settings.ts for them.
 */
export const SETTINGS: Table = { ...NAMED, ...rejectDuplicates(PROVIDER_ROWS) };

export type SettingName = keyof Table;
/**
 * Values of all settings. Durations are in seconds. A setting that is not set has its default; null means that it has
 * none.
 */
export type Settings = { -readonly [K in SettingName]: Table[K] extends Row<infer T> ? T : never };

/** Returns the environment variables of a setting, in order of precedence. */
export function variableNames(key: SettingName): readonly string[] {
  return variablesOf(key, SETTINGS[key]);
}
