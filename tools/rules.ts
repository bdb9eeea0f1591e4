// House rules that a text search can check and that biome does not have. Each rule returns the faults of a file.

export interface SourceFile {
  /** Path relative to the root, with slashes. */
  path: string;
  text: string;
}

export interface Rule {
  name: string;
  /** Returns true if the rule applies to the file. */
  applies(path: string): boolean;
  /** Returns the faults, with a line number if possible. */
  faults(file: SourceFile): string[];
}

const CODE = /\.(ts|mjs)$/;
const within = (...folders: string[]) => {
  return (path: string) => CODE.test(path) && folders.some((folder) => path.startsWith(`${folder}/`));
};

/** Creates a check that reports every matching line. */
function createLineRule(pattern: RegExp, message: string) {
  return ({ text }: SourceFile): string[] =>
    text.split('\n').flatMap((line, at) => (pattern.test(line) ? [`${at + 1}: ${message}`] : []));
}

const isSqlCode = (path: string) => /^sql\/(lib|api)\/.*\.sql$/.test(path);
/** SQL files that may read another clock than auth_lib.clock(), with the reason. */
const OTHER_CLOCKS: Readonly<Record<string, string>> = {
  'sql/lib/value.sql': 'the clock itself',
  'sql/lib/audit.sql': 'ids of entries keep their order where the clock stands still, within a transaction',
  'sql/contract.sql': 'what policies call depends on nothing that a migrate drops',
  'sql/queues.sql': 'rows of pg-boss, which has a clock of its own',
  'sql/schema.sql': 'generated; the defaults of the migration library',
};
// Words of unfinished work, split so that a search for them does not find this file. The last part of the pattern
// excludes HTML attributes, which `=` follows.
const UNFINISHED = new RegExp(
  `\\b(${['TO' + 'DO', 'FIX' + 'ME', 'XX' + 'X', 'HA' + 'CK', 'for ' + 'now', 'place' + 'holder'].join('|')})\\b(?!=)`,
);

/** Matches references in comments to documents or lists that are not in the repository. */
const CITATION =
  /(?:\/\/|--|\*) .*(?:\bcontract(?:'s order)?,? \(?\d|\(contract\b|\bthe contract\b|\b(?:design|security|structure|style)\.md|\b(?:Calls|Writes): |\bissue \d|\b(?!V8\b)[STVDALOP]\d{1,3}[a-z]?\b|\b[IL]-\d{2}\b|\bsecurity [A-Z]|\bthe requirement\b|\bthe reference's (?:default )?form)/;

/**
 * Matches a reference to an entry of a list outside the repository, such as `A3`. References to traps (T…, in
 * test/house/traps.test.ts) and faults (F-…, in docs/faults.md) do not match.
 */
const ROW = /\b(?!T[1-9]|F-\d|V8\b)[A-Z]-?\d{1,2}[a-z]?\b/.source;

/**
 * Matches the same references in comments and titles of tests, where traps are allowed. Any string that starts with
 * an entry matches, because some titles come from tables.
 */
const CITATION_IN_TEST = new RegExp(
  [
    CITATION.source.replace('[STVDALOP]', '[SVDALOP]'),
    `\\btest\\(\\s*(?<quote>[\`'"])(?:(?!\\k<quote>).)*(?:\\bthe (?:contract|requirement)\\b|\\bcontract[\`’']s\\b|\\bcontract \\d|\\b(?:design|issue) \\d|${ROW})`,
    `[\`'"](?:[TF]-?\\d+[ab]?, )*${ROW}[:,]? `,
  ].join('|'),
);

/** Programs below test/ that run in processes of their own. */
const TEST_PROGRAMS = new Set([
  'test/run.ts',
  'test/runner/takes_files.ts',
  'test/fuzz/run.ts',
  'test/matrix/run.ts',
  'test/mutations/run.ts',
  'test/install/migrate_once.ts',
  'test/install/migrate_until.ts',
  'test/core/outgoing_child.ts',
  'test/worker/child.ts',
]);

/**
 * Returns the assertions on elapsed time: on a clock reading, or on a variable that contains a difference of readings
 * or has a name such as `took` or `wait_ms`.
 */
function findTimedAsserts({ text }: SourceFile): string[] {
  const held = [...text.matchAll(/\b(\w+)(?: = |\.push\()(?:Date|performance)\.now\(\) - /g)].map(([, name]) => name);
  const names = ['took', 'elapsed', 'ms', '\\w+_ms', '\\w+Ms', ...held].join('|');
  const elapsed = `(?:Date|performance)\\.now\\(\\)(?: - [\\w.()]+)?|\\b(?:${names})\\b\\)?`;
  const comparison = new RegExp(
    `(?:${elapsed}) [<>]|[<>]=? (?:(?:Date|performance)\\.now\\(\\) -|(?:took|elapsed)\\b)`,
  );
  return [...text.matchAll(/\bassert(?:\.\w+)*\([^;]*;/g)]
    .filter(([statement]) => comparison.test(statement))
    .map(({ index }) => `${text.slice(0, index).split('\n').length}: asserts how long something took`);
}

export const RULES: readonly Rule[] = [
  {
    // Timed assertions fail on a busy machine. Tests assert causes and their order; bench/ measures.
    name: 'no timed assertion: benchmarks measure, tests do not',
    applies: within('test', 'sdk/test', 'sdk/mcp/test', 'sdk/migrate/test'),
    faults: findTimedAsserts,
  },
  {
    // The amount of uncollected garbage depends on V8's settings and not on the tested code.
    name: 'tests read the heap after a collection',
    applies: within('test', 'sdk/test', 'sdk/mcp/test', 'sdk/migrate/test'),
    faults: (file) =>
      file.text.includes('--expose-gc')
        ? []
        : createLineRule(/\bheapUsed\b/, 'reads the heap with all its garbage')(file),
  },
  {
    // Test files share a process and its modules. If one file closed a shared resource, it would be closed for the next
    // file.
    name: 'a module that test files share opens nothing by itself',
    applies: (path) => /^test\/.*(?<!\.test)\.ts$/.test(path) && !TEST_PROGRAMS.has(path),
    faults: createLineRule(/^(?:export )?(?:(?:const|let) [^=]*= )?await /, 'opens something when it is imported'),
  },
  {
    name: 'a purpose line on top',
    applies: (path) => (CODE.test(path) || path.endsWith('.sql')) && !path.includes('/generated/'),
    faults: ({ text }) =>
      /^(#!.*\n)?(\/\/|\/\*\*|--) ?\S/.test(text) ? [] : ['the first line does not say what the file is for'],
  },
  {
    // For TypeScript, biome checks the names.
    name: 'SQL: snake_case file names',
    applies: (path) => /^sql\/.*\.sql$/.test(path),
    faults: ({ path }) => {
      const form = /^sql\/(migrations|online)\//.test(path) ? /^\d{4}-[a-z0-9-]+\.sql$/ : /^[a-z0-9_]+\.sql$/;
      return form.test(path.split('/').at(-1) ?? '') ? [] : ['the name is not in the house form'];
    },
  },
  {
    name: 'no check is switched off',
    // A type test states code that must not compile. The directive in it does not disable a check.
    applies: (path) => CODE.test(path) && path !== 'sdk/test/package.test.ts',
    faults: createLineRule(
      new RegExp(`@ts-(ignore|nocheck|expect-error)|${'biome' + '-ignore'}`),
      'switches a check off',
    ),
  },
  {
    name: 'nothing is left for later',
    // Operation names that are generated from a platform's API may contain such a word.
    applies: (path) =>
      (CODE.test(path) || path.endsWith('.sql')) && path !== 'tools/rules.ts' && !path.startsWith('sdk/generated/'),
    faults: createLineRule(UNFINISHED, 'a word of unfinished work'),
  },
  {
    // Readers have only the repository. State the reason in the comment, or link to docs/.
    name: 'no citation of a text that is not in the repository',
    applies: (path) =>
      /^(core|gateway|worker|install|import|dev|optional|cli|tools|sql|bench)\/.*\.(ts|mjs|sql)$/.test(path) &&
      path !== 'tools/rules.ts',
    faults: createLineRule(CITATION, 'cites a text that is not here'),
  },
  {
    name: 'no citation in a test of a text that is not in the repository',
    // The test of this rule contains the words that the rule finds.
    applies: (path) => /^(sdk\/(\w+\/)?)?test\/.*\.ts$/.test(path) && path !== 'test/house/conventions.test.ts',
    faults: createLineRule(CITATION_IN_TEST, 'cites a text that is not here'),
  },
  {
    name: 'SQL: no replace, no trigger',
    applies: isSqlCode,
    faults: createLineRule(/create or replace|create trigger|#variable_conflict/i, 'or replace, trigger'),
  },
  {
    name: 'SQL: no catch-all',
    // sql/lib/hook.sql must restore the session state after any error of a hook function, and return the error of a
    // hook test.
    applies: (path) => isSqlCode(path) && path !== 'sql/lib/hook.sql',
    faults: createLineRule(/^(?!\s*--).*\bothers then\b/i, 'exception when others'),
  },
  {
    name: 'SQL: a story has one endpoint of its name, a concept none',
    applies: isSqlCode,
    faults: ({ path, text }) => {
      const names = [...text.matchAll(/^create function (\w+)\.(\w+)/gim)];
      const file = path.split('/').at(-1)?.replace('.sql', '');
      const endpoints = names.filter(([, schema]) => schema !== 'auth_lib').map(([, , name]) => name);
      const wanted = path.startsWith('sql/lib/') ? [] : [file];
      if (names.length > 0 && endpoints.join() === wanted.join()) return [];
      return [`its endpoints are: ${endpoints.join(', ') || 'none'}`];
    },
  },
  {
    name: 'SQL: the clock is auth_lib.clock()',
    applies: (path) => (isSqlCode(path) || /^sql\/\w+\.sql$/.test(path)) && !(path in OTHER_CLOCKS),
    faults: createLineRule(
      /^(?!\s*--).*\b(now\(\)|clock_timestamp\(\)|statement_timestamp\(\)|current_timestamp|localtimestamp)/i,
      'reads another clock',
    ),
  },
];
