// Where settings come from: the process environment, a .env file, and files that variables named *_FILE point to.
import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { parseDotenv } from './dotenv.ts';

export type Source = 'environment' | 'file';

export interface Environment {
  /** Variables that are set, which an empty one is not unless it is a list's; *_FILE resolved; the environment wins over the file. */
  values: Record<string, string>;
  source: Record<string, Source>;
  /** The variables of each source by itself, for precedence between several spellings of one setting. */
  bySource: Record<Source, Record<string, string>>;
  /** NAME_FILE for each variable that was read from a file of that name. */
  origins: Record<Source, Record<string, string>>;
  problems: string[];
  warnings: string[];
}

/** No setting is larger; what is was given by mistake. */
const LARGEST_FILE = 1024 * 1024;

/** Where containers find their secrets. Their modes there say nothing: nobody else looks into the container. */
const MOUNTED = /^(\/var)?\/run\/secrets\//;

/** Reads the sources. `names` are the spellings that may also be given as NAME_FILE; `file` null reads no file. */
export function collect(o: {
  env: Readonly<Record<string, string | undefined>>;
  file?: string | null;
  names: ReadonlySet<string>;
  /** The spellings for which an empty value is a value, most of them lists. */
  lists: ReadonlySet<string>;
  /** The spellings of settings that are secrets. */
  secrets: ReadonlySet<string>;
}): Environment {
  const problems: string[] = [];
  const warnings: string[] = [];
  const told = { problems, warnings };
  const origins: Environment['origins'] = { environment: {}, file: {} };
  const environment = resolveFiles(given(o.env, o.lists), o, told, origins.environment);
  const file = resolveFiles(given(readFile(o.file, o.env, problems), o.lists), o, told, origins.file);
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
  // The usual .env may be absent; a file that was asked for may not.
  if (file === null || (file === undefined && !existsSync('.env'))) return {};
  const path = file ?? '.env';
  try {
    return parseDotenv(readFileSync(path, 'utf8'), env);
  } catch (error) {
    problems.push(`${path}: ${reason(error)}`);
    return {};
  }
}

/**
 * An empty variable counts as not set: compose files and CI systems pass empty ones for "not configured". That of a list
 * is the empty list: who empties JWT_ADMIN_ROLES must not leave the admin API open.
 */
function given(
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
    // LOG_FILE and the like are settings of their own.
    if (name === variable || !names.has(name) || names.has(variable)) continue;
    if (variables[name]) {
      problems.push(`${name} and ${variable} are both set`);
      continue;
    }
    try {
      const { text, mode } = readBounded(path);
      // Without its pepper a start would seal with another key: an empty secret is a mistake and not "not set".
      if (text === '' && secrets.has(name)) throw new Error('the file is empty');
      if (secrets.has(name)) warnings.push(...openTo(variable, path, mode));
      if (text === '' && !lists.has(name)) continue;
      resolved[name] = text;
      origins[name] = variable;
    } catch (error) {
      problems.push(`${variable}: ${reason(error)}`);
    }
  }
  return resolved;
}

/** The text of a file, or of a pipe, without its last line end. */
function readBounded(path: string): { text: string; mode: number } {
  const descriptor = openSync(path, 'r');
  try {
    const { mode } = fstatSync(descriptor);
    const chunks: Buffer[] = [];
    for (let size = 0; ; ) {
      const chunk = Buffer.alloc(65_536);
      const count = readSync(descriptor, chunk);
      if (count === 0) return { text: utf8(Buffer.concat(chunks)).replace(/\r?\n$/, ''), mode };
      size += count;
      if (size > LARGEST_FILE) throw new Error(`the file is larger than ${LARGEST_FILE} bytes`);
      chunks.push(chunk.subarray(0, count));
    }
  } finally {
    closeSync(descriptor);
  }
}

function utf8(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw new Error('the file is not UTF-8', { cause: error });
  }
}

/** A warning for a secret that every account of the machine can read, or that others than its owner can exchange. */
function openTo(variable: string, path: string, mode: number): string[] {
  if (process.platform === 'win32' || MOUNTED.test(path)) return [];
  const octal = (mode & 0o777).toString(8).padStart(4, '0');
  if ((mode & 0o022) !== 0) return [`${variable}: others than its owner can write to the file (mode ${octal})`];
  if ((mode & 0o004) !== 0) return [`${variable}: every account of this machine can read the file (mode ${octal})`];
  return [];
}

/** System errors by code alone: their message repeats the path, and *_FILE may by mistake hold the secret itself. */
function reason(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string')
    return `cannot be read (${error.code})`;
  return error instanceof Error ? error.message : 'cannot be read';
}
