// Finds the fenced code blocks of the documents, and the test that runs each block.
import { readdirSync, readFileSync } from 'node:fs';

export interface Block {
  file: string;
  line: number;
  language: string;
  text: string;
}

export const DOCUMENTS = [
  'README.md',
  'CONTRIBUTING.md',
  'sql/README.md',
  ...readdirSync('docs').flatMap((name) => (name.endsWith('.md') ? [`docs/${name}`] : [])),
  ...readdirSync('docs/adr').map((name) => `docs/adr/${name}`),
];

/** Guides with their tests. A test goes through all blocks of its guide. */
export const TESTS_OF_GUIDES: Readonly<Record<string, string>> = {
  'docs/api.md': 'test/house/api_document.test.ts',
  'docs/quickstart-js.md': 'test/deploy/guide_js.ts',
  'docs/quickstart-postgrest.md': 'test/deploy/guide_postgrest.ts',
  'docs/quickstart-psql.md': 'test/deploy/guide_psql.ts',
  'docs/troubleshooting.md': 'test/house/troubleshooting.test.ts',
  'docs/rotating-keys.md': 'test/flows/rotation.test.ts',
  'docs/incidents.md': 'test/flows/incidents.test.ts',
  'docs/importing.md': 'test/import/document.test.ts',
  'docs/coming-from-supabase.md': 'test/import/guide.test.ts',
  'docs/messages.md': 'test/flows/messages_document.test.ts',
  'docs/testing.md': 'test/package/npm.test.ts',
  'docs/providers.md': 'test/flows/providers/document.test.ts',
  'docs/oauth-server.md': 'test/flows/oauth/document.test.ts',
};

/** A test, and the blocks of documents other than guides that it runs. */
interface BlockTest {
  test: string;
  takes(block: Block): boolean;
}

const of =
  (file: string, part = '', ...languages: string[]) =>
  (block: Block): boolean =>
    block.file === file && block.text.includes(part) && (languages.length === 0 || languages.includes(block.language));
const isCommand = ({ language, text }: Block): boolean => language === 'sh' && /^npx postern /.test(text);

const COMMANDS = 'test/house/commands.test.ts';

/** Pages whose blocks a new user pastes, in this order. */
export const PASTED_PAGES = ['README.md', 'docs/getting-started.md', 'docs/command-line.md'];

/** Tests that run blocks of documents other than guides. The first matching entry applies. */
const BLOCK_TESTS: readonly BlockTest[] = [
  { test: COMMANDS, takes: ({ file, language }) => language === 'sql' && !(file in TESTS_OF_GUIDES) },
  { test: COMMANDS, takes: (block) => isCommand(block) && !PASTED_PAGES.includes(block.file) },
  { test: COMMANDS, takes: of('docs/telemetry.md', 'npm install ', 'sh') },
  // commands.test.ts does not run this block, because the block would run commands.test.ts again. It only checks that
  // the named file exists.
  { test: COMMANDS, takes: of('CONTRIBUTING.md', 'npm test -- ', 'sh') },
  { test: 'test/house/paste.test.ts', takes: ({ file, language }) => language === 'sh' && PASTED_PAGES.includes(file) },
  { test: 'test/house/operating.test.ts', takes: of('docs/operating.md') },
  { test: 'test/flows/webhooks.test.ts', takes: of('docs/webhooks.md', '', 'js', 'json') },
  { test: 'test/cli/log_rotation.test.ts', takes: of('docs/telemetry.md', 'postrotate', '') },
  { test: 'test/install/doctor_restore.test.ts', takes: of('docs/for-dbas.md', '', 'sh') },
  { test: COMMANDS, takes: of('docs/adr/0006-the-native-engine-is-opt-in.md', 'npm ci ', 'sh') },
  {
    test: 'test/house/settings_blocks.test.ts',
    takes: ({ language, text }) => language === '' && /^[A-Z_]+=/.test(text),
  },
];

/** Returns the test that runs a block, or null. */
export function findTestOfBlock(block: Block): string | null {
  return TESTS_OF_GUIDES[block.file] ?? BLOCK_TESTS.find(({ takes }) => takes(block))?.test ?? null;
}

/** Returns the blocks that a test must run, except those of guides. */
export function blocksRunByTest(test: string): Block[] {
  return DOCUMENTS.flatMap(readBlocks).filter(
    (block) => !(block.file in TESTS_OF_GUIDES) && findTestOfBlock(block) === test,
  );
}

export function readBlocks(file: string): Block[] {
  const blocks: Block[] = [];
  let open: Block | undefined;
  readFileSync(file, 'utf8')
    .split('\n')
    .forEach((text, at) => {
      const fence = /^```(\w*)$/.exec(text);
      if (!fence) {
        if (open) open.text += `${text}\n`;
      } else if (open) {
        blocks.push(open);
        open = undefined;
      } else {
        open = { file, line: at + 1, language: fence[1] ?? '', text: '' };
      }
    });
  if (open) throw new Error(`${file}:${open.line} is never closed`);
  return blocks;
}
