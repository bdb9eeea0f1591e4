// Reads the sources of settings: the process environment, a .env file, and files that *_FILE variables name.
import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { parseDotenv } from './dotenv.ts';

export type Source = 'environment' | 'file';

export interface Environment {
  /**
   * Variables that are set, with *_FILE resolved. The environment overrides the file. An empty variable counts as not
   * set, except those in `lists`.
   */
  values: Record<string, string>;
  source: Record<string, Source>;
  /** Variables of each source, to apply the precedence of a setting's names. */
  bySource: Record<Source, Record<string, string>>;
  /** NAME_FILE for each variable that was read from such a file. */
  origins: Record<Source, Record<string, string>>;
  problems: string[];
  warnings: string[];
}

/** Maximum size in bytes of a file with a setting. A larger file was named by mistake. */
const LARGEST_FILE = 1024 * 1024;

/**
 * Matches the mount point of container secrets. File modes are not checked there, because no other user can access
 * the container.
 */
const MOUNTED = /^(\/var)?\/run\/secrets\//;

/**
 * Reads the sources. `names` are the variables that may also be given as NAME_FILE. No .env file is read if `file` is
 * null.
 */
export function collectVariables(o: {
  env: Readonly<Record<string, string | undefined>>;
  file?: string | null;
  names: ReadonlySet<string>;
  /** Variables for which an empty value counts as set, mostly lists. */
  lists: ReadonlySet<string>;
  /** Variables that are secrets. */
  secrets: ReadonlySet<string>;
}): Environment {
  const problems: string[] = [];
  const warnings: string[] = [];
  const findings = { problems, warnings };
  const origins: Environment['origins'] = { environment: {}, file: {} };
  const environment = resolveFiles(setVariables(o.env, o.lists), o, findings, origins.environment);
  const file = resolveFiles(setVariables(readFile(o.file, o.env, problems), o.lists), o, findings, origins.file);
  const values = { ...file, ...environment };
  const source: Record<string, Source> = {};
  for (const name of Object.keys(values)) source[name] = Object.hasOwn(environment, name) ? 'environment' : 'file';
  return { values, source, bySource: { environment, file }, origins, problems, warnings };
}

function readFile(
  file: string | null | undefined,
  env: Readonly<Record<string, string | undefined>>,
  problems: string[],
): Record<string, string> {
  // The default .env file is optional. A file that the caller names must exist.
  if (file === null || (file === undefined && !existsSync('.env'))) return {};
  const path = file ?? '.env';
  try {
    return parseDotenv(readFileSync(path, 'utf8'), env);
  } catch (error) {
    problems.push(`${path}: ${errorReason(error)}`);
    return {};
  }
}

/**
 * Returns the variables that count as set. An empty variable counts as not set, because compose files and CI systems
 * pass empty variables for "not configured". An empty list counts as set, because an empty JWT_ADMIN_ROLES must
 * disable the admin API and not select the default.
 */
function setVariables(
  variables: Readonly<Record<string, string | undefined>>,
  lists: ReadonlySet<string>,
): Record<string, string> {
  const set = (pair: [string, string | undefined]): pair is [string, string] =>
    !!pair[1] || (pair[1] === '' && lists.has(pair[0]));
  return Object.fromEntries(Object.entries(variables).filter(set));
}

function resolveFiles(
  variables: Record<string, string>,
  { names, lists, secrets }: Record<'names' | 'lists' | 'secrets', ReadonlySet<string>>,
  { problems, warnings }: Pick<Environment, 'problems' | 'warnings'>,
  origins: Record<string, string>,
): Record<string, string> {
  const resolved = { ...variables };
  for (const [variable, path] of Object.entries(variables)) {
    const name = variable.replace(/_FILE$/, '');
    // LOG_FILE and similar variables are settings themselves.
    if (name === variable || !names.has(name) || names.has(variable)) continue;
    if (variables[name]) {
      problems.push(`${name} and ${variable} are both set`);
      continue;
    }
    try {
      const { text, mode } = readSmallFile(path);
      // An empty secret is a mistake. With an empty pepper, for example, the server would seal with another key.
      if (text === '' && secrets.has(name)) throw new Error('the file is empty');
      if (secrets.has(name)) warnings.push(...fileModeWarnings(variable, path, mode));
      if (text === '' && !lists.has(name)) continue;
      resolved[name] = text;
      origins[name] = variable;
    } catch (error) {
      problems.push(`${variable}: ${errorReason(error)}`);
    }
  }
  return resolved;
}

/** Reads a file or pipe without the final line end. */
function readSmallFile(path: string): { text: string; mode: number } {
  const descriptor = openSync(path, 'r');
  try {
    const { mode } = fstatSync(descriptor);
    const chunks: Buffer[] = [];
    for (let size = 0; ; ) {
      const chunk = Buffer.alloc(65_536);
      const count = readSync(descriptor, chunk);
      if (count === 0) return { text: decodeUtf8(Buffer.concat(chunks)).replace(/\r?\n$/, ''), mode };
      size += count;
      if (size > LARGEST_FILE) throw new Error(`the file is larger than ${LARGEST_FILE} bytes`);
      chunks.push(chunk.subarray(0, count));
    }
  } finally {
    closeSync(descriptor);
  }
}

function decodeUtf8(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw new Error('the file is not UTF-8', { cause: error });
  }
}

/** Returns a warning if not only the owner can write to a secret's file, or if every account can read it. */
function fileModeWarnings(variable: string, path: string, mode: number): string[] {
  if (process.platform === 'win32' || MOUNTED.test(path)) return [];
  const octal = (mode & 0o777).toString(8).padStart(4, '0');
  if ((mode & 0o022) !== 0) return [`${variable}: others than its owner can write to the file (mode ${octal})`];
  if ((mode & 0o004) !== 0) return [`${variable}: every account of this machine can read the file (mode ${octal})`];
  return [];
}

/**
 * Returns only the code of a system error, because the message contains the path, and *_FILE may contain the secret
 * itself by mistake.
 */
function errorReason(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string')
    return `cannot be read (${error.code})`;
  return error instanceof Error ? error.message : 'cannot be read';
}
