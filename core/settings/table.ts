// The table of every setting, and what it makes of the names and types of settings.

import type { Row } from './row.ts';
import { FACTORS } from './rows/factors.ts';
import { GENERAL } from './rows/general.ts';
import { HOOK_SETTINGS } from './rows/hooks.ts';
import { MAIL_TEMPLATES } from './rows/mail_templates.ts';
import { MESSAGES } from './rows/messages.ts';
import { PASSKEYS } from './rows/passkeys.ts';
import { EXTERNAL } from './rows/providers.ts';
import { SECURITY } from './rows/security.ts';
import { WEBHOOKS } from './rows/webhooks.ts';

/** Every setting, in the order of docs/settings.md. */
export const SETTINGS = {
  ...GENERAL,
  ...SECURITY,
  ...FACTORS,
  ...MESSAGES,
  ...MAIL_TEMPLATES,
  ...EXTERNAL,
  ...PASSKEYS,
  ...HOOK_SETTINGS,
  ...WEBHOOKS,
} as const;

type Table = typeof SETTINGS;
export type SettingName = keyof Table;
/** Durations are seconds. What is not set has its default: '' for texts, [] for lists, null for durations without one. */
export type Settings = { -readonly [K in SettingName]: Table[K] extends Row<infer T> ? T : never };

/** The environment's names of a setting, in order of precedence. */
export function namesOf(key: SettingName): readonly string[] {
  const row: Row<unknown> = SETTINGS[key];
  return row.names ?? [`SVC_${key.toUpperCase()}`, `GOTRUE_${key.toUpperCase()}`];
}
