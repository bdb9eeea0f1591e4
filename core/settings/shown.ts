// The effective settings for display. Secrets and credentials are masked.
import { maskCredentials, maskUrl } from '../masked_url.ts';
import type { Row } from './row.ts';
import { SETTINGS, type SettingName, type Settings, variableNames } from './table.ts';

export interface ShownSetting {
  name: string;
  /** Value of the setting; `***` for a secret that is set and not the default. */
  value: unknown;
  /** Source of the value, see SettingSources. */
  source: string;
  default: unknown;
  secret: boolean;
  meaning: string;
}

/** Masks every string in the value. */
function maskTexts(value: unknown, mask: (text: string) => string): unknown {
  if (typeof value === 'string') return mask(value);
  if (Array.isArray(value)) return value.map((one) => maskTexts(one, mask));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [mask(name), maskTexts(one, mask)]));
}

export function listShownSettings(settings: Settings, sources: Readonly<Record<SettingName, string>>): ShownSetting[] {
  return (Object.keys(SETTINGS) as SettingName[]).map((key) => {
    const value = settings[key];
    const row: Row<unknown> = SETTINGS[key];
    const empty = value === '' || value === null || (typeof value === 'object' && Object.keys(value).length === 0);
    const source = sources[key];
    const hidden = row.secret && !empty && source !== 'default'; // a default is printed in docs/settings.md
    const mask = row.patterns ? maskCredentials : maskUrl;
    return {
      name: variableNames(key)[0] ?? key,
      value: hidden ? '***' : maskTexts(value, mask),
      source,
      default: row.default ?? null,
      secret: row.secret ?? false,
      meaning: row.doc,
    };
  });
}
