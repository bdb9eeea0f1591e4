// Reads all settings that table.ts declares, and reports every missing or malformed one at once.
import { isDeepStrictEqual } from 'node:util';
import { customCleanEnv, EnvMissingError, makeExactValidator } from 'envalid';
import { maskCredentials, maskUrl } from '../masked_url.ts';
import { checkSettings, type LoginRole, URL_PATHS } from './checks.ts';
import { collectVariables, type Environment } from './environment.ts';
import type { Row } from './row.ts';
import { normalizeTestOtp } from './sms_checks.ts';
import { SETTINGS, type SettingName, type Settings, variableNames } from './table.ts';
import { isUnsupportedSetting } from './unsupported.ts';

export type { Environment };

/** Thrown if settings are unusable. Lists every problem. */
export class SettingsError extends Error {
  readonly code = 'settings_invalid';
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(`the settings cannot be used:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'SettingsError';
    this.problems = problems;
  }
}

const ROWS = Object.entries(SETTINGS) as [SettingName, Row<unknown>][];

const KNOWN = new Set(ROWS.flatMap(([key]) => variableNames(key)));
const LISTS = new Set(
  ROWS.flatMap(([key, row]) => (row.type === 'list' || row.empty_counts ? variableNames(key) : [])),
);
const SECRETS = new Set(ROWS.flatMap(([key, row]) => (row.secret ? variableNames(key) : [])));

interface WrappedValue {
  value: unknown;
}

/** Reads the environment and the .env file, which the environment overrides. No file is read if `file` is null. */
export function readEnvironment(o: { env: NodeJS.ProcessEnv; file?: string | null }): Environment {
  return collectVariables({ ...o, names: KNOWN, lists: LISTS, secrets: SECRETS });
}

interface ChosenVariable {
  /** Name of the variable; SVC_<KEY> if the value is a default of the caller. */
  name: string;
  text: string;
  source: string;
}

/**
 * Source of each value: an environment variable, a variable of the .env file, `default`, `derived` (from other
 * settings), or `start` (set by the embedded start).
 */
export type SettingSources = Record<SettingName, string>;

export interface ReadSettings {
  settings: Settings;
  sources: SettingSources;
  /** All warnings for the log at start. */
  warnings: string[];
  /** Warnings about values. Excludes warnings about names and files. */
  value_warnings: string[];
}

/**
 * Parses and checks all settings. Throws one SettingsError with all problems. `defaults` have the lowest precedence.
 * `needs` lists the login roles of this process, each of which must have a URL unless DATABASE_URL is set. With
 * `weak_secrets: 'warn'`, a weak secret is only a warning: for commands that start no server, and for a server that
 * only this machine can reach.
 */
export function readSettings(
  environment: Environment,
  o: {
    defaults?: Partial<Record<string, string>>;
    needs?: readonly LoginRole[];
    weak_secrets?: 'refuse' | 'warn';
  } = {},
): ReadSettings {
  const warnings = [...environment.warnings, ...variableNameWarnings(environment)];
  const problems = [...environment.problems];
  const bad = new Set<string>();
  const sources = {} as SettingSources;
  const raw: Record<string, string> = {};
  const specs: Record<string, ReturnType<ReturnType<typeof makeExactValidator<WrappedValue>>>> = {};
  const chosen = new Map<string, ChosenVariable>();

  for (const [key, row] of ROWS) {
    const found = chooseVariable(key, environment, o.defaults ?? {});
    sources[key] = found?.source ?? 'default';
    if (found) {
      raw[key] = found.text;
      chosen.set(key, found);
      if (row.deprecated && found.source !== 'start') warnings.push(`${found.name} is deprecated: ${row.deprecated}`);
    }
    // Wraps the value, because envalid rejects null, which means "not set" here.
    const validator = makeExactValidator((text): WrappedValue => ({ value: row.parse(text) }));
    specs[key] = row.required ? validator({}) : validator({ default: { value: row.default } });
  }

  const boxes = customCleanEnv(raw, specs, (values) => values as Readonly<Record<string, WrappedValue | undefined>>, {
    reporter: ({ errors }) => {
      for (const [key, error] of Object.entries(errors)) {
        bad.add(key);
        problems.push(describeProblem(key as SettingName, error as Error, chosen.get(key)));
      }
    },
  });
  // A malformed setting is replaced by its default, so that the other checks can run and be reported too.
  const values = ROWS.map(([key, row]) => [key, bad.has(key) ? row.default : (boxes[key]?.value ?? row.default)]);
  const settings = Object.fromEntries(values) as Settings;

  const { needs = ['gateway', 'admin', 'worker'], weak_secrets = 'refuse' } = o;
  const found = checkSettings(settings, { env: environment.values, bad, needs, weak_secrets });
  problems.push(...found.problems);
  if (problems.length > 0) throw new SettingsError(problems);
  const value_warnings = found.warnings;
  const final = normalizeSettings(settings, sources);
  for (const [key] of ROWS)
    if (sources[key] === 'default' && !isDeepStrictEqual(final[key], settings[key])) sources[key] = 'derived';
  return {
    settings: final,
    sources,
    warnings: [...warnings, ...value_warnings],
    value_warnings,
  };
}

/**
 * Returns the first variable of a setting that is set: in the environment, then in the file, then in the caller's
 * defaults. Returns undefined if none is set.
 */
function chooseVariable(
  key: SettingName,
  environment: Environment,
  defaults: Partial<Record<string, string>>,
): ChosenVariable | undefined {
  for (const source of ['environment', 'file'] as const) {
    const values = environment.bySource[source];
    for (const name of variableNames(key)) {
      const text = Object.hasOwn(values, name) ? values[name] : undefined;
      if (text === undefined) continue;
      const origin = environment.origins[source][name] ?? name;
      return { name, text, source: source === 'file' ? `${origin} in the .env file` : origin };
    }
  }
  const text = defaults[key];
  return text ? { name: `SVC_${key.toUpperCase()}`, text, source: 'start' } : undefined;
}

/**
 * Returns the line about a malformed setting: variable, problem, and value unless it is secret. Credentials and
 * queries in URLs are masked.
 */
function describeProblem(key: SettingName, error: Error, found: ChosenVariable | undefined): string {
  const row: Row<unknown> = SETTINGS[key];
  const name = found?.name ?? variableNames(key)[0];
  if (error instanceof EnvMissingError || !found)
    return `${name}: is required${row.made_by ? ` (${row.made_by} makes one)` : ''}`;
  const shown = (row.patterns ? maskCredentials : maskUrl)(found.text).slice(0, 100);
  return `${name}: ${error.message}${row.secret ? '' : `, not ${JSON.stringify(shown)}`}`;
}

/** Returns warnings about variable names: unknown ones, settings of missing features, and GOTRUE_ names. */
function variableNameWarnings(environment: Environment): string[] {
  const warnings: string[] = [];
  const inherited: string[] = [];
  for (const name of Object.keys(environment.values).sort()) {
    if (name.startsWith('GOTRUE_') && KNOWN.has(name)) inherited.push(name);
    if (KNOWN.has(name) || KNOWN.has(name.replace(/_FILE$/, ''))) continue;
    if (isUnsupportedSetting(name)) warnings.push(`${name} is set, but its feature is not part of this release`);
    else if (/^(SVC|GOTRUE)_/.test(name)) warnings.push(`${name} is not a setting${similarVariable(name)}`);
  }
  if (inherited.length > 0)
    warnings.push(`taken from the names of another server, please rename them: ${inherited.join(', ')}`);
  return warnings;
}

function similarVariable(name: string): string {
  const near = [...KNOWN].filter((known) => known.startsWith('SVC_')).find((known) => editDistance(name, known) <= 2);
  return near ? `; ${near} is one` : '';
}

/** Returns the edit distance of two texts; 3 if their lengths differ by more than 2. */
function editDistance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return 3;
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const swap = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next[j] = Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1);
    }
    row = next;
  }
  return row[b.length] ?? 3;
}

/** Returns the link paths. The default is /verify below the path of API_EXTERNAL_URL. */
function normalizeUrlPaths(settings: Settings): Pick<Settings, (typeof URL_PATHS)[number]> {
  const usual = `${new URL(settings.api_external_url).pathname.replace(/\/$/, '')}/verify`;
  const paths = URL_PATHS.map((key) => [key, settings[key] || usual]);
  return Object.fromEntries(paths) as ReturnType<typeof normalizeUrlPaths>;
}

/**
 * Returns the mail quota. With a send hook, only a quota that is set explicitly applies, because the operator's
 * service has its own limits.
 */
function defaultMailQuota(
  { hook_send_email_enabled, rate_limit_email_sent }: Settings,
  sources: Readonly<Record<SettingName, string>>,
): Settings['rate_limit_email_sent'] {
  const unlimited = hook_send_email_enabled && sources.rate_limit_email_sent === 'default';
  return unlimited ? { count: 2 ** 31 - 1, per: null } : rate_limit_email_sent;
}

/**
 * Replaces values as supabase/auth does, such as a password length below 6, and fills in defaults that depend on
 * other settings.
 */
function normalizeSettings(settings: Settings, sources: Readonly<Record<SettingName, string>>): Settings {
  const digits = (count: number): number => (count >= 6 && count <= 10 ? count : 6);
  return {
    ...settings,
    password_min_length: Math.max(6, settings.password_min_length),
    mailer_otp_length: digits(settings.mailer_otp_length),
    sms_otp_length: digits(settings.sms_otp_length),
    mfa_phone_otp_length: digits(settings.mfa_phone_otp_length),
    sms_test_otp: normalizeTestOtp(settings.sms_test_otp),
    external_flow_state_expiry_duration: Math.max(300, settings.external_flow_state_expiry_duration),
    ...normalizeUrlPaths(settings),
    rate_limit_email_sent: defaultMailQuota(settings, sources),
    role_prefix: settings.role_prefix || settings.db_namespace,
    smtp_sender_name: settings.smtp_sender_name || settings.smtp_admin_email,
  };
}
