// Finds the rule, the tests and the mutations of a row, and renders the security tables.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MUTATIONS } from '../../test/mutations/list.ts';
import { canBeTitle, type Mutation } from '../../test/mutations/mutation.ts';
import type { Row, Status, Table } from './row.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** Returns the paths of all SQL files below a folder, except sql/schema.sql, which is generated. */
function sqlFiles(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return sqlFiles(path);
    return path.endsWith('.sql') && path !== 'sql/schema.sql' ? [path] : [];
  });
}

/** The file that defines each SQL function, by qualified name. */
const DEFINED = new Map(
  sqlFiles('sql').flatMap((path) =>
    [...read(path).matchAll(/^create (?:or replace )?function (auth\w*\.\w+)/gm)].map(
      ([, name]) => [String(name), path] as const,
    ),
  ),
);

/** Returns the path of a rule (an SQL function, a constraint or a file), or undefined if there is none. */
export function ruleFile(rule: string): string | undefined {
  if (/^auth\w*\./.test(rule)) return DEFINED.get(rule);
  if (rule.startsWith('constraint ')) return sqlFiles('sql/migrations').find((path) => read(path).includes(`${rule} `));
  return statSync(join(ROOT, rule), { throwIfNoEntry: false })?.isFile() ? rule : undefined;
}

export interface FoundTest {
  file: string;
  title: string;
}

/**
 * Returns the file and the complete title for a test reference. Returns undefined unless exactly one title starts with
 * the given text. `…` stands for a start that the test computes. A title is the first argument of any call, because
 * browser tests do not call `test` directly.
 */
export function findTest(reference: string): FoundTest | undefined {
  const [name = '', start = ''] = reference.split(' › ');
  const file = `test/${name}.test.ts`;
  if (start === '' || !existsSync(join(ROOT, file))) return undefined;
  const titles = [...read(file).matchAll(/\b\w+\(\s*(['`"])((?:(?!\1)[^\\\n]|\\.)*)\1,/g)].map(([, , title]) =>
    String(title).replaceAll("\\'", "'"),
  );
  const found = titles.filter((title) =>
    start.startsWith('…') ? title.includes(start.slice(1)) : title.startsWith(start),
  );
  return found.length === 1 ? { file, title: found[0] as string } : undefined;
}

/** Returns the mutations of a row: those in the files of its rules that one of its tests must detect. */
export function findMutations(row: Row): Mutation[] {
  const files = new Set((row.rules ?? []).map(ruleFile));
  const tests = (row.tests ?? []).flatMap((reference) => findTest(reference) ?? []);
  return MUTATIONS.filter(
    (mutation) =>
      files.has(mutation.file) &&
      tests.some(({ file, title }) => file === mutation.test && canBeTitle(title, mutation.fails.trimEnd())),
  );
}

export const DETECTED_FILE = 'tools/evidence/detected.json';
export const mutationName = ({ file, breaks }: Mutation): string => `${file}: ${breaks}`;

/** Returns the day on which the test of each mutation last detected it, by the mutation's name. */
export const readLastDetectionDays = (): Record<string, string> =>
  JSON.parse(read(DETECTED_FILE)) as Record<string, string>;

/**
 * Describes a row's mutations: their number, and the oldest of their last detection days. If some mutations were never
 * detected, the number of detected ones replaces the day.
 */
function describeMutations(row: Row): string[] {
  const mutations = findMutations(row);
  if (mutations.length === 0) return [];
  const detected = readLastDetectionDays();
  const days = mutations.flatMap((mutation) => detected[mutationName(mutation)] ?? []).sort();
  const count = `${mutations.length} ${mutations.length === 1 ? 'mutation' : 'mutations'}`;
  return [`${count}, ${days.length === mutations.length ? `detected ${days[0]}` : `${days.length} detected`}`];
}

const LABEL: Record<Status, string> = {
  held: 'held',
  setting: 'with a setting',
  partly: 'in part',
  'not held': '**not held**',
  elsewhere: 'elsewhere',
  'not applicable': 'not applicable',
};
export const statusOrDefault = (row: Row): Status => row.status ?? 'held';
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
const link = (text: string, path: string): string => `[${text}](../${path})`;

function ruleLink(rule: string): string {
  const path = ruleFile(rule);
  if (path === undefined) throw new Error(`there is no rule ${rule}`);
  return link(`\`${rule.replace(/^auth_(lib|api)\./, '')}\``, path);
}

function testLink(reference: string): string {
  const found = findTest(reference);
  if (found === undefined) throw new Error(`not exactly one test begins with “${reference}”`);
  return `${link(found.file.replace(/^test\/|\.test\.ts$/g, ''), found.file)}: ${found.title}`;
}

function renderRow(row: Row): string {
  const text = row.source === undefined ? row.text : `${row.text} (${row.source})`;
  const settings = (row.settings ?? []).map((name) => `\`${name}\``).join(', ');
  const proof = [...(row.tests ?? []).map(testLink), ...describeMutations(row)];
  return `| ${[
    row.id,
    text,
    LABEL[statusOrDefault(row)],
    (row.rules ?? []).map(ruleLink).join(', '),
    proof.join('<br>'),
    [settings, row.note ?? ''].filter((part) => part !== '').join(' '),
  ]
    .map(cell)
    .join(' | ')} |`;
}

/** Renders a table as a page of the docs. */
export function renderTable(table: Table): string {
  const rows = table.groups.flatMap((group) => group.rows);
  const counts = Object.entries(LABEL)
    .map(([status, label]) => [rows.filter((row) => statusOrDefault(row) === status).length, label] as const)
    .filter(([count]) => count > 0)
    .map(([count, label]) => `${count} ${label.replaceAll('*', '')}`);
  const parts = table.groups.map(({ title, rows: own }) =>
    [
      `## ${title}`,
      '',
      `| id | ${table.column} | status | rule | tests | settings and notes |`,
      '|---|---|---|---|---|---|',
      ...own.map(renderRow),
    ].join('\n'),
  );
  return `# ${table.title}

${table.about} ${rows.length} rows: ${counts.join(', ')}.

This page is generated from ${link('tools/evidence', 'tools/evidence')} by \`node tools/write_evidence.ts\`. A test fails if a rule or
a test that the page names no longer exists. Each row that is held has at least one mutation. A mutation is a change to a file of the
row's rules, and a test of the row must detect it. \`npm run mutate -- --rows\` applies these changes one at a time. Each mutation has
the date of its last detection. The date beside the number is the earliest of these dates. [Security](security.md) explains pages of
this kind.

${parts.join('\n\n')}
`;
}
