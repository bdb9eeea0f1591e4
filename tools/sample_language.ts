// Draws a random sample of comments, names and sentences of the docs, to be judged against the rules of plain
// English. The same seed draws the same items from the same tree: node tools/sample_language.ts [SEED]
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

interface Item {
  path: string;
  line: number;
  text: string;
}

const SEED = process.argv[2] ?? '28';
const CODE = [
  'core',
  'gateway',
  'worker',
  'install',
  'import',
  'dev',
  'console',
  'cli',
  'sql',
  'test',
  'tools',
  'bench',
];
const COUNTS = { comments: 100, names: 60, sentences: 60 };

function listTrackedFiles(folders: readonly string[], ending: RegExp): string[] {
  return execFileSync('git', ['ls-files', '--', ...folders], { encoding: 'utf8' })
    .split('\n')
    .filter((path) => ending.test(path) && !/\/(generated|fixtures)\/|^sql\/schema\.sql$/.test(path));
}

/** Returns the comments of more than three words on lines without code. Consecutive lines are one comment. */
function findComments(path: string): Item[] {
  const found: Item[] = [];
  let open: Item | null = null;
  for (const [index, line] of readFileSync(path, 'utf8').split('\n').entries()) {
    const text = /^\s*(?:--|\/\/|\/\*\*|\*(?!\/))\s?(.*?)(?:\s*\*\/)?$/.exec(line)?.[1];
    if (text === undefined) {
      open = null;
    } else if (open) {
      open.text = `${open.text} ${text}`.trim();
    } else {
      open = { path, line: index + 1, text };
      found.push(open);
    }
  }
  return found.filter(({ text }) => text.split(' ').length > 3);
}

/** Returns the declaration lines of functions, classes, types, exported constants, and tables and views in SQL. */
function findDeclarations(path: string): Item[] {
  const declared = path.endsWith('.sql')
    ? /^create (?:or replace )?(?:function|view|table|type|domain) \S+/
    : /^\s*(?:export )?(?:async )?(?:(?:function|class|interface) \w+|type \w+\S* =)|^export const \w+/;
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line, index) => (declared.test(line) ? [{ path, line: index + 1, text: line.trim() }] : []));
}

/**
 * Returns the sentences of a page that have more than five words, outside code blocks, tables and headings. A sentence
 * may span several lines of a paragraph.
 */
function findSentences(path: string): Item[] {
  const paragraphs: Item[] = [];
  let fenced = false;
  let open: Item | null = null;
  for (const [index, line] of readFileSync(path, 'utf8').split('\n').entries()) {
    const fence = line.trimStart().startsWith('```');
    if (fence) fenced = !fenced;
    if (fence || fenced || /^(\||#|\s*$)/.test(line)) {
      open = null;
    } else if (open && !/^\s*(?:[-*]|\d+\.) /.test(line)) {
      open.text += ` ${line.trim()}`;
    } else {
      open = { path, line: index + 1, text: line.trim() };
      paragraphs.push(open);
    }
  }
  return paragraphs.flatMap((paragraph) =>
    paragraph.text
      .split(/(?<=[.:])\s+(?=[A-Z`*])/)
      .filter((text) => text.split(' ').length > 5)
      .map((text) => ({ ...paragraph, text })),
  );
}

/** Draws items in the order of a digest of seed and item, so that the draw does not depend on the order of files. */
function drawItems(items: readonly Item[], count: number): Item[] {
  const key = ({ path, text }: Item) => createHash('sha256').update(`${SEED}\n${path}\n${text}`).digest('hex');
  return items
    .map((item) => ({ item, order: key(item) }))
    .sort((one, other) => (one.order < other.order ? -1 : 1))
    .slice(0, count)
    .map(({ item }) => item);
}

const code = listTrackedFiles(CODE, /\.(ts|sql)$/);
const pages = listTrackedFiles(['docs', 'README.md', 'CONTRIBUTING.md', 'sql/README.md'], /\.md$/);
const drawn = {
  comments: drawItems(code.flatMap(findComments), COUNTS.comments),
  names: drawItems(code.flatMap(findDeclarations), COUNTS.names),
  sentences: drawItems(pages.flatMap(findSentences), COUNTS.sentences),
};
for (const [kind, items] of Object.entries(drawn)) {
  console.log(`\n## ${kind}`);
  for (const [index, { path, line, text }] of items.entries()) console.log(`${index + 1}. ${path}:${line} ${text}`);
}
