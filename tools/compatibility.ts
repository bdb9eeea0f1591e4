// Compares this tree with the last tag. Reports changes that a patch or minor release must not have (see
// docs/versioning.md).
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** Public names of a release, each with its type or definition. */
export interface PublicNames {
  schema: Map<string, string>;
  functions: Map<string, string>;
  settings: Map<string, string>;
}

/**
 * Parses the texts of a release. `providers` are the file names of its external providers, from which names of
 * settings derive.
 */
export function readPublicNames(texts: {
  schema: string;
  settings: string;
  providers: readonly string[];
}): PublicNames {
  return {
    schema: readSchema(texts.schema),
    functions: readFunctions(texts.schema),
    settings: new Map([...readSettings(texts.settings), ...readProviders(texts.providers)]),
  };
}

function readSchema(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, table = '', body = ''] of text.matchAll(/create (?:unlogged )?table (\S+) \(\n([\s\S]*?)\n\)/g)) {
    found.set(`table ${table}`, 'table');
    for (const line of body.split('\n').map((one) => one.trim().replace(/,$/, ''))) {
      const constraint = /^constraint (\S+) ((?:PRIMARY KEY|UNIQUE) .*)$/.exec(line);
      if (constraint) found.set(`constraint ${table} ${constraint[1]}`, constraint[2] ?? '');
      else if (!line.startsWith('constraint')) {
        const [, column = '', type = ''] = /^(\S+) (.*?)(?: not null| default | generated |$)/.exec(line) ?? [];
        if (column) found.set(`column ${table}.${column}`, type);
      }
    }
  }
  for (const [, domain = '', type = ''] of text.matchAll(/^create domain (\S+) as (\S+)/gm))
    found.set(`domain ${domain}`, type);
  for (const [, unique = '', name = '', rest = ''] of text.matchAll(/^CREATE (UNIQUE )?INDEX (\S+) ON (.*);$/gm)) {
    found.set(`index ${name}`, unique + rest);
  }
  return found;
}

function readFunctions(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, name = '', parameters = ''] of text.matchAll(/^-- function (\S+?)\((.*)\)$/gm)) {
    found.set(`function ${name}`, parameters);
  }
  return found;
}

function readSettings(text: string): Map<string, string> {
  const rows = [...text.matchAll(/^\| `([A-Z0-9_<>]+)`[^|]*\| ([^|]*?) \|/gm)];
  return new Map(rows.map(([, name = '', type = '']) => [`setting ${name}`, type]));
}

function readProviders(files: readonly string[]): Map<string, string> {
  const names = files.filter((file) => file.endsWith('.ts')).map((file) => file.slice(0, -'.ts'.length));
  return new Map(names.map((name) => [`provider ${name}`, 'provider']));
}

export type ReleaseStep = 'patch' | 'minor' | 'major';

export function releaseStepBetween(before: string, now: string): ReleaseStep {
  const [a = 0, b = 0] = before.replace(/^v/, '').split('.').map(Number);
  const [c = 0, d = 0] = now.replace(/^v/, '').split('.').map(Number);
  if (a !== c) return 'major';
  return b === d ? 'patch' : 'minor';
}

/** Returns a message for each removal or change that the release step does not allow. */
export function incompatibleChanges(before: PublicNames, now: PublicNames, step: ReleaseStep): string[] {
  const kept: (keyof PublicNames)[] =
    step === 'major' ? [] : step === 'minor' ? ['settings'] : ['schema', 'functions', 'settings'];
  return kept.flatMap((part) =>
    [...before[part]].flatMap(([name, was]) => {
      const is = now[part].get(name);
      if (is === undefined) return [`${name} is gone`];
      const grew = part === 'functions' && is.startsWith(was);
      return is === was || grew ? [] : [`${name} was ${was} and is ${is}`];
    }),
  );
}

const FILES = { schema: 'sql/schema.sql', settings: 'docs/settings.md' } as const;
const PROVIDERS = 'core/providers/known';

function runGit(...args: string[]): string | null {
  const { status, stdout } = spawnSync('git', args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  return status === 0 ? stdout : null;
}

/** Compares the checkout with the last tag. Returns the faults and a summary. */
export function compareWithLastTag(): { faults: string[]; summary: string } {
  const tag = runGit('describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*')?.trim();
  if (!tag) return { faults: [], summary: 'no tag yet: there is nothing to compare with' };
  const version = (JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }).version;
  const step = releaseStepBetween(tag, version);
  const read = (load: (path: string) => string, providers: readonly string[]): PublicNames =>
    readPublicNames({ schema: load(FILES.schema), settings: load(FILES.settings), providers });
  const listed = runGit('ls-tree', '--name-only', `${tag}:${PROVIDERS}`) ?? '';
  const before = read((path) => runGit('show', `${tag}:${path}`) ?? '', listed.split('\n'));
  const now = read((path) => readFileSync(path, 'utf8'), readdirSync(PROVIDERS));
  return { faults: incompatibleChanges(before, now, step), summary: `${tag} to ${version}, a ${step}` };
}
