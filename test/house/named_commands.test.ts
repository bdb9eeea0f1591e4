// Commands that documents name within a sentence, such as `key reseal` or `npx postern user index --drop`, exist with
// their options.
import { readdirSync, readFileSync } from 'node:fs';
import { Command } from 'commander';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { DOCUMENTS, readBlocks } from './blocks.ts';

const root = new Command('postern').option('-c, --config <file>');
for (const file of readdirSync('cli/commands')) {
  const { addCommand } = await import(new URL(`../../cli/commands/${file}`, import.meta.url).href);
  addCommand(root, () => () => Promise.resolve());
}
/** Messages of Postgres that begin with the name of a command. */
const MESSAGES = new Set(['password authentication failed']);
const named = (command: Command, word: string): Command | undefined =>
  command.commands.find((inner) => inner.name() === word);

/** Checks the words after `npx postern`. Returns an error; null if they are a valid command. */
function commandError(words: readonly string[]): string | null {
  let command = root;
  let values = 0;
  let given = 0;
  for (const word of words) {
    const inner = named(command, word);
    if (values > 0) {
      values -= 1;
    } else if (word.startsWith('-')) {
      const [name = ''] = word.split('=');
      const option = [...command.options, ...root.options].find(({ long, short }) => long === name || short === name);
      if (option === undefined && name !== '--help') return `${command.name()} has no option ${name}`;
      values = (option?.required ?? false) && !word.includes('=') ? 1 : 0;
    } else if (inner) {
      command = inner;
    } else {
      const argument = command.registeredArguments[given] ?? command.registeredArguments.at(-1);
      if (argument === undefined) return `${command.name()} has no command ${word}, and takes no argument`;
      const choices = given < command.registeredArguments.length ? argument.argChoices : undefined;
      if (choices && !/^[A-Z<]/.test(word) && !choices.includes(word)) return `${command.name()} does not know ${word}`;
      given += 1;
    }
  }
  return null;
}

/** Expands lists: `user create, get, list` names three commands, `import csv|json` two. */
function expandCommandList(text: string): string[][] {
  const [first = '', ...more] = text.split(/, (?=[a-z-]+(?:,|$))|(?<=^[a-z]+ [a-z]+)\|/);
  const words = first.split(' ');
  return [words, ...more.map((word) => [...words.slice(0, -1), word])];
}

test('every command named in a sentence exists, with its options', () => {
  const found: string[] = [];
  let looked = 0;
  for (const file of DOCUMENTS) {
    const text = readFileSync(file, 'utf8').replace(/^```[\s\S]*?^```$/gm, '');
    for (const [, code = ''] of text.matchAll(/`([^`\n]+)`/g)) {
      const is_whole = code.startsWith('npx postern ');
      const words = code.replace(/^npx postern /, '');
      const [first = '', second = ''] = words.split(' ');
      const is_part = named(root, first) !== undefined && /^(--)?[a-z]/.test(second);
      if (!(is_whole || is_part) || MESSAGES.has(code)) continue;
      for (const one of expandCommandList(words)) {
        looked += 1;
        const fault = commandError(one);
        if (fault !== null) found.push(`${file}: \`${code}\`: ${fault}`);
      }
    }
  }
  assert.ok(looked > 120);
  assert.equal(found, []);
});

test('a document that claims that a test runs every command has each of them in a block', () => {
  const found: string[] = [];
  const claiming = DOCUMENTS.filter((file) => readFileSync(file, 'utf8').includes('A test runs every command here'));
  assert.ok(claiming.includes('docs/incidents.md') && claiming.includes('docs/rotating-keys.md'));
  for (const file of claiming) {
    const text = readFileSync(file, 'utf8').replace(/^```[\s\S]*?^```$/gm, '');
    const lines = readBlocks(file).flatMap((block) => block.text.split('\n'));
    for (const [, code = ''] of text.matchAll(/`(npx postern [^`\n]+)`/g))
      if (!lines.some((line) => line === code || line.startsWith(`${code} `))) found.push(`${file}: ${code}`);
  }
  assert.equal(found, []);
});

test('reports an unknown command', () => {
  for (const words of ['user remove', 'key reseal --all', 'message suppress clear', 'doctor now', 'sessions list'])
    assert.ok(commandError(words.split(' ')), words);
  for (const words of ['user index --drop', 'key generate jwk', 'user ban ID --for 24h', 'migrate --config=x'])
    assert.is(commandError(words.split(' ')), null, words);
});

test.run();
