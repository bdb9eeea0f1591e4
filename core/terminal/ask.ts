// Prompts on the terminal for confirmations, and for secrets without echo.
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { escapeToOneLine } from '../database/printable.ts';
import { CommandError } from './errors.ts';

/**
 * Prints the effects of an action and asks for confirmation, unless `yes` is set. Throws a CommandError if the user
 * declines or cannot be asked.
 */
export async function askConfirmation(question: string, yes: boolean, effects: readonly string[] = []): Promise<void> {
  if (yes) return;
  if (!process.stdin.isTTY)
    throw new CommandError(`${question} Standard input is not a terminal: add --yes to confirm.`, {
      code: 'not_confirmed',
    });
  for (const effect of effects) process.stderr.write(`- ${effect}\n`);
  const answer = await readLine(`${escapeToOneLine(question)} [y/N] `, process.stderr);
  if (!/^y(es)?$/i.test(answer.trim())) throw new CommandError('Nothing was changed.', { code: 'not_confirmed' });
}

/** Reads a secret: prompts on a terminal, otherwise reads standard input without the last line end. */
export async function readSecret(label: string): Promise<string> {
  if (process.stdin.isTTY) {
    const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
    const answer = readLine('', silent);
    // Prints the prompt after the echo is disabled, so that early input is not shown.
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
    throw new CommandError('Standard input is not UTF-8.', { cause: error });
  }
}

function readLine(question: string, output: NodeJS.WritableStream): Promise<string> {
  const reader = createInterface({ input: process.stdin, output, terminal: true });
  return new Promise((resolve, reject) => {
    // Ctrl-C and Ctrl-D close the prompt without an answer.
    reader.once('close', () => reject(new CommandError('Nothing was changed.', { code: 'not_confirmed' })));
    reader.question(question, (answer) => {
      resolve(answer);
      reader.close();
    });
  });
}
