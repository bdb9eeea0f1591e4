// Where settings come from: the process environment, a .env file, and files that variables named *_FILE point to.
import { existsSync, readFileSync } from 'node:fs';
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
}

/** Reads the sources. `names` are the spellings that may also be given as NAME_FILE; `file` null reads no file. */
export function collect(o: {
  env: Readonly<Record<string, string | undefined>>;
  file?: string | null;
  names: ReadonlySet<string>;
  /** The spellings for which an empty value is a value, most of them lists. */
  lists: ReadonlySet<string>;
}): Environment {
  const problems: string[] = [];
  const origins: Environment['origins'] = { environment: {}, file: {} };
  const environment = resolveFiles(given(o.env, o.lists), o, problems, origins.environment);
  const file = resolveFiles(given(readFile(o.file, o.env, problems), o.lists), o, problems, origins.file);
  const values = { ...file, ...environment };
  const source: Record<string, Source> = {};
  for (const name of Object.keys(values)) source[name] = Object.hasOwn(environment, name) ? 'environment' : 'file';
  return { values, source, bySource: { environment, file }, origins, problems };
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
  { names, lists }: { names: ReadonlySet<string>; lists: ReadonlySet<string> },
  problems: string[],
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
      const content = readFileSync(path, 'utf8').replace(/\r?\n$/, '');
      if (content === '' && !lists.has(name)) continue;
      resolved[name] = content;
      origins[name] = variable;
    } catch (error) {
      problems.push(`${variable}: ${reason(error)}`);
    }
  }
  return resolved;
}

/** System errors by code alone: their message repeats the path, and *_FILE may by mistake hold the secret itself. */
function reason(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string')
    return `cannot be read (${error.code})`;
  return error instanceof Error ? error.message : 'cannot be read';
}
