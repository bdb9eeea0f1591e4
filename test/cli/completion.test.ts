// postern completion: the words that installed shells offer after Tab.
import { spawnSync } from 'node:child_process';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { cannotRun } from '../support/processes/cannot_run.ts';
import { runInside } from '../support/processes/inside.ts';

const script = async (shell: string): Promise<string> => (await runInside(['completion', shell])).stdout;

function completionsInShell(shell: string, args: string[], text: string): string[] | null {
  const ran = spawnSync(shell, [...args, text], { encoding: 'utf8' });
  if (ran.error) return null;
  if (ran.status !== 0) throw new Error(`${shell}: ${ran.stderr}`);
  return ran.stdout.trim().split(/\s+/).filter(Boolean).sort();
}

/** Words on the command line, and the completions that every shell must offer for the last word. */
const CASES: { words: string[]; offered: string[] }[] = [
  { words: ['do'], offered: ['doctor'] },
  { words: ['us'], offered: ['user'] },
  { words: ['user', 'un'], offered: ['unban'] },
  { words: ['key', 'generate', ''], offered: ['jwk', 'pepper', 'saml', 'secret'] },
  { words: ['report', 'l'], offered: ['largest_tables', 'latency_by_hour', 'live_sessions', 'locked_accounts'] },
  { words: ['user', 'delete', 'someone', '--y'], offered: ['--yes'] },
  { words: ['key', 'generate', 'jwk', '--alg', 'Ed'], offered: ['EdDSA'] },
  { words: ['oauth', 'client', 'ro'], offered: ['rotate-secret'] },
  { words: ['oauth', 'grant', ''], offered: ['list', 'revoke'] },
  { words: ['completion', ''], offered: ['bash', 'fish', 'zsh'] },
];
const withoutHelp = (words: string[]): string[] => words.filter((word) => word !== '--help');

test('bash offers commands, subcommands, options and their values', async () => {
  const text = await script('bash');
  for (const { words, offered } of CASES) {
    const line = ['postern', ...words].map((word) => `'${word}'`).join(' ');
    const call = `${text}\nCOMP_WORDS=(${line}); COMP_CWORD=${words.length}; _postern; echo "\${COMPREPLY[@]}"`;
    assert.equal(withoutHelp(completionsInShell('bash', ['--norc', '-c'], call) ?? []), offered, words.join(' '));
  }
});

test('fish offers the same', async () => {
  const text = await script('fish');
  if (completionsInShell('fish', ['-c'], 'true') === null) return cannotRun('completion in fish', 'no fish');
  for (const { words, offered } of CASES) {
    const line = ['postern', ...words].join(' ');
    const call = `function postern; end\n${text}\ncomplete -C '${line}' | string split -f1 \\t`;
    assert.equal(withoutHelp(completionsInShell('fish', ['--no-config', '-c'], call) ?? []), offered, words.join(' '));
  }
});

test('zsh offers the same', async () => {
  const text = await script('zsh');
  if (completionsInShell('zsh', ['-f', '-c'], 'true') === null) return cannotRun('completion in zsh', 'no zsh');
  for (const { words, offered } of CASES) {
    const line = ['postern', ...words].map((word) => `'${word}'`).join(' ');
    // Replaces compdef and _describe, because the completion system of zsh runs only in the line editor.
    const call = `compdef() { : }; _describe() { local w; for w in "\${(@P)2}"; do echo "\${\${w//\\\\:/@}%%:*}"; done }
${text}\nwords=(${line}); CURRENT=${words.length + 1}; _postern`;
    const prefix = words.at(-1) ?? '';
    const found = (completionsInShell('zsh', ['-f', '-c'], call) ?? []).filter((word) => word.startsWith(prefix));
    assert.equal(
      prefix === '' ? withoutHelp(found).filter((w) => !w.startsWith('--')) : found,
      offered,
      words.join(' '),
    );
  }
});

test('an unknown or missing shell exits with 2', async () => {
  assert.is((await runInside(['completion', 'tcsh'])).code, 2);
  assert.is((await runInside(['completion'])).code, 2);
});

test.run();
