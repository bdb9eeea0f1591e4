// Questions to the person at the terminal: yes or no, and secrets that are not shown.
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { oneLine } from '../database/printable.ts';
import { Sentence } from './sentence.ts';

/** Returns when the person agrees, or when `yes` says so already. */
export async function confirm(question: string, yes: boolean): Promise<void> {
  if (yes) return;
  if (!process.stdin.isTTY)
    throw new Sentence(`${question} Nobody is here to ask: add --yes.`, { code: 'not_confirmed' });
  const answer = await line(`${oneLine(question)} [y/N] `, process.stderr);
  if (!/^y(es)?$/i.test(answer.trim())) throw new Sentence('Nothing was changed.', { code: 'not_confirmed' });
}

/** A secret from standard input: asked for on a terminal, else all of it without the last line end. */
export async function readSecret(label: string): Promise<string> {
  if (process.stdin.isTTY) {
    const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
    const answer = line('', silent);
    // Not earlier: until the reader controls the terminal, the terminal itself would show what is typed.
    process.stderr.write(`${label}: `);
    const secret = await answer;
    process.stderr.write('\n');
    return secret;
  }
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks));
    return text.replace(/\r?\n$/, '');
  } catch (error) {
    throw new Sentence('Standard input is not UTF-8.', { cause: error });
  }
}

function line(question: string, output: NodeJS.WritableStream): Promise<string> {
  const reader = createInterface({ input: process.stdin, output, terminal: true });
  return new Promise((resolve, reject) => {
    // Ctrl-C and Ctrl-D end the question without an answer.
    reader.once('close', () => reject(new Sentence('Nothing was changed.', { code: 'not_confirmed' })));
    reader.question(question, (answer) => {
      resolve(answer);
      reader.close();
    });
  });
}
