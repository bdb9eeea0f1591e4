// Quick info in editors: queries TypeScript's language service for each member of bodies and answers.
// runner: when=sdk/generator,sdk/catalogue
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

// TypeScript 7 has no language service for programs; the package check depends on an earlier one.
const require = createRequire(createRequire(import.meta.url).resolve('@arethetypeswrong/core'));
const ts = require('typescript');

const folder = fileURLToPath(new URL('../generated/types/', import.meta.url));
const files = globSync('*.ts', { cwd: folder }).map((name) => folder + name);
const service = ts.createLanguageService({
  getScriptFileNames: () => files,
  getScriptVersion: () => '1',
  getScriptSnapshot: (name: string) => {
    const text = ts.sys.readFile(name);
    return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
  },
  getCurrentDirectory: () => folder,
  getCompilationSettings: () => ({ strict: true, skipLibCheck: true, allowImportingTsExtensions: true }),
  getDefaultLibFileName: ts.getDefaultLibFilePath,
  fileExists: ts.sys.fileExists,
  readFile: ts.sys.readFile,
});

interface Named {
  name: { getStart(source: unknown): number };
}

interface Count {
  all: number;
  shown: number;
}

/** Counts the members with a description in quick info, by the names of their types. */
function count(body: Count, answer: Count): void {
  for (const file of files) {
    const source = service.getProgram()!.getSourceFile(file)!;
    for (const statement of source.statements) {
      if (!ts.isTypeAliasDeclaration(statement) && !ts.isInterfaceDeclaration(statement)) continue;
      const counts = /(Input|RequestBody|Request)\d*$/.test(statement.name.text) ? body : answer;
      const visit = (node: Named): void => {
        if (ts.isPropertySignature(node)) {
          const info = service.getQuickInfoAtPosition(file, node.name.getStart(source));
          counts.all++;
          if (info?.documentation?.length) counts.shown++;
        }
        ts.forEachChild(node, visit);
      };
      visit(statement);
    }
  }
}

test('quick info describes nine of ten body members and more than a third of the answer members', () => {
  const [body, answer] = [
    { all: 0, shown: 0 },
    { all: 0, shown: 0 },
  ];
  count(body, answer);
  const said = JSON.stringify({ body, answer });
  assert.ok(body.all > 2500 && body.shown / body.all >= 0.9, said);
  assert.ok(answer.all > 9000 && answer.shown / answer.all >= 0.35, said);
});

test('every comment of a type is attached to a member or a declaration', () => {
  for (const file of files) {
    const text = readFileSync(file, 'utf8');
    const inline = text.split('\n').filter((line) => /\/\*\*/.test(line) && !/^\s*\/\*\*.*\*\/$/.test(line));
    assert.equal(inline, [], file);
  }
});

test.run();
