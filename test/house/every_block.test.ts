// blocks.ts assigns each fenced block of README.md, CONTRIBUTING.md and docs/ to a test, and that test requests its
// blocks.
import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Block, blocksRunByTest, DOCUMENTS, findTestOfBlock, readBlocks, TESTS_OF_GUIDES } from './blocks.ts';

const blocks = DOCUMENTS.flatMap(readBlocks);
const at = ({ file, line, language }: Block): string => `${file}:${line} ${language}`;

test('every block has a test', () => {
  assert.ok(blocks.length > 200);
  assert.equal(blocks.filter((block) => findTestOfBlock(block) === null).map(at), []);
});

test('every fence has the form that tests recognize: at the start of its line, three backticks and at most a word', () => {
  for (const file of DOCUMENTS) {
    const lines = readFileSync(file, 'utf8').split('\n');
    const fences = lines.flatMap((line, index) => (/^[\s>]*(```|~~~)/.test(line) ? [`${index + 1} ${line}`] : []));
    assert.is(fences.length, 2 * readBlocks(file).length, `${file}:\n${fences.join('\n')}`);
  }
});

test('a guide is run completely, by a test that names it and omits no block', () => {
  for (const [file, path] of Object.entries(TESTS_OF_GUIDES)) {
    assert.ok(DOCUMENTS.includes(file), file);
    const text = readFileSync(path, 'utf8');
    assert.ok(text.includes(`'${file}'`) && /\bleft\(\)|no (call|block) is missing/.test(text), `${path} runs ${file}`);
  }
});

test('a test with assigned blocks requests them', () => {
  const tests = new Set(
    blocks.flatMap((block) => (block.file in TESTS_OF_GUIDES ? [] : (findTestOfBlock(block) ?? []))),
  );
  assert.ok(tests.size > 5);
  for (const path of tests) {
    assert.ok(readFileSync(path, 'utf8').includes(`blocksRunByTest('${path}')`), path);
    assert.ok(blocksRunByTest(path).length > 0, path);
  }
});

test('reports a block without a test', () => {
  const block = { line: 1, language: 'sh', text: 'curl -s http://localhost:8081/health\n' };
  for (const file of ['docs/mfa.md', 'docs/new.md', 'docs/adr/0001-sql-decides.md', 'CONTRIBUTING.md'])
    assert.is(findTestOfBlock({ ...block, file }), null, file);
  for (const language of ['js', 'json', 'http', 'yaml', 'ts', ''])
    assert.is(findTestOfBlock({ ...block, file: 'docs/mfa.md', language }), null, language);
});

test.run();
