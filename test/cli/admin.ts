// Helpers for tests of administrative commands: the environment of an installation with login roles, and a terminal.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { TestDatabase } from '../support/database/db.ts';
import { runInside } from '../support/processes/inside.ts';
import { keepLogLinesOf } from '../support/processes/log_lines.ts';
import { cleanEnv } from '../support/processes/process.ts';

export const JWT_SECRET = 'test-secret-of-32-characters-or-more-0123456789';

/**
 * Returns the environment variables for administrative commands: the database URL of each login role, the JWT secret,
 * and `more`.
 */
export function environmentFor(db: TestDatabase, more: Record<string, string> = {}): Record<string, string> {
  return {
    DATABASE_URL_GATEWAY: db.url('gateway'),
    DATABASE_URL_ADMIN: db.url('admin'),
    DATABASE_URL_WORKER: db.url('worker'),
    DATABASE_URL_AUDITOR: db.url('auditor'),
    DATABASE_URL_MIGRATE: db.url('migrate'),
    SVC_JWT_SECRET: JWT_SECRET,
    ...more,
  };
}

export interface CommandResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs a command with --json and parses the output. Throws unless the command exits with `code`. */
export async function runJson(args: string[], env: Record<string, string>, code = 0): Promise<Record<string, unknown>> {
  const ended = await runInside([...args, '--json'], { env });
  if (ended.code !== code) throw new Error(`exit ${ended.code}: ${ended.stdout}${ended.stderr}`);
  return JSON.parse(code === 0 || ended.stdout !== '' ? ended.stdout : ended.stderr) as Record<string, unknown>;
}

/** Runs a command with a text on standard input. */
export function runWithInput(args: string[], env: Record<string, string>, input: string): Promise<CommandResult> {
  return runInside(args, { env, input });
}

const MAIN = fileURLToPath(new URL('../../cli/main.ts', import.meta.url));
const SCRIPT = '/usr/bin/script';
export const HAS_TERMINAL = existsSync(SCRIPT);

export interface TerminalResult {
  code: number | null;
  /** Everything that the terminal displayed. */
  shown: string;
}

/** Runs a command in a pseudo-terminal (script of util-linux). Types each answer after its prompt has appeared. */
export async function runInTerminal(
  args: string[],
  env: Record<string, string>,
  answers: readonly { after: RegExp; type: string }[],
  columns = 100,
): Promise<TerminalResult> {
  const words = [process.execPath, MAIN, ...args].map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
  const command = `stty cols ${columns} rows 24; exec ${words}`;
  // `script` writes a copy of the output to a regular file. If root names a device here, `script` replaces the device.
  const folder = mkdtempSync(join(tmpdir(), 'postern-terminal-'));
  const child = spawn(SCRIPT, ['-q', '-e', '-c', command, join(folder, 'typescript')], {
    cwd: tmpdir(),
    env: { ...cleanEnv(env), TERM: 'xterm', SHELL: '/bin/sh' },
  });
  keepLogLinesOf(child);
  let shown = '';
  child.stdout.on('data', (chunk) => {
    shown += String(chunk);
  });
  const ended = once(child, 'close');
  let from = 0;
  for (const { after, type } of answers) {
    const deadline = Date.now() + 120_000;
    while (!after.test(shown.slice(from))) {
      if (Date.now() > deadline || child.exitCode !== null) throw new Error(`${after} was not shown: ${shown}`);
      await sleep(20);
    }
    from = shown.length;
    child.stdin.write(type);
  }
  const [code] = await ended;
  child.stdin.end();
  rmSync(folder, { recursive: true, force: true });
  return { code: code as number | null, shown };
}
