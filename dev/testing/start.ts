// Starts Postern for the tests of an app in a separate process, so that Postern and the test runner do not affect
// each other.
import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createInbox, request } from './inbox.ts';
import type { StartOptions, TestServer, TestUser, UserOptions } from './index.d.ts';

const START_MS = 60_000;
/** Maximum number of characters of the server's output in an error. */
const KEPT_CHARACTERS = 8_192;

/** Message of the server process when it accepts requests. */
export interface ReadyMessage {
  url: string;
  inbox_url: string;
  database_url: string;
  jwt_secret: string;
  anon_key: string;
  service_role_key: string;
}

export async function startPostern({ settings = {}, timeout_ms = START_MS }: StartOptions = {}): Promise<TestServer> {
  const child = fork(fileURLToPath(new URL('../../cli/processes/testing.mjs', import.meta.url)), {
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const said = collectOutput(child);
  const exited = once(child, 'close');
  child.send(settings);
  const { inbox_url, ...ready } = await waitUntilReady(child, said, timeout_ms);
  // If a test does not call stop(), the server process ends when this process has ended.
  keepParentAlive(child, false);

  let stopping: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    const ended_by_itself = child.exitCode !== null || child.signalCode !== null;
    keepParentAlive(child, true);
    // Not disconnect(), because Node then does not emit 'close'.
    if (child.connected) child.send('stop');
    await exited;
    if (ended_by_itself) throw new Error(`Postern had ended before stop().\n${said()}`);
    if (child.exitCode !== 0) throw new Error(`Postern did not stop cleanly (exit code ${child.exitCode}).\n${said()}`);
  };
  const server = {
    ...ready,
    inbox: createInbox(inbox_url),
    createUser: (options: UserOptions = {}) => createUser(ready, options),
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
    [Symbol.asyncDispose]: () => server.stop(),
  };
  return server;
}

/** Waits until the server process reports that it accepts requests. */
function waitUntilReady(child: ChildProcess, said: () => string, timeout_ms: number): Promise<ReadyMessage> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`Postern did not start within ${timeout_ms} ms.\n${said()}`));
    }, timeout_ms);
    child.once('message', (ready: ReadyMessage) => {
      clearTimeout(timer);
      resolve(ready);
    });
    child.once('error', reject);
    child.once('close', () => {
      clearTimeout(timer);
      reject(new Error(`Postern did not start.\n${said()}`));
    });
  });
}

function collectOutput(child: ChildProcess): () => string {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8');
    stream?.on('data', (text: string) => {
      output = (output + text).slice(-KEPT_CHARACTERS);
    });
  }
  return () => output.trim();
}

/** Sets whether the child process keeps this process alive. */
function keepParentAlive(child: ChildProcess, held: boolean): void {
  const how = held ? 'ref' : 'unref';
  child[how]();
  child.channel?.[how]();
  for (const stream of [child.stdout, child.stderr]) (stream as Socket | null)?.[how]();
}

async function createUser(
  { url, service_role_key, anon_key }: Omit<ReadyMessage, 'inbox_url'>,
  o: UserOptions,
): Promise<TestUser> {
  const { email = `${randomUUID()}@example.com`, password = randomBytes(12).toString('base64url') } = o;
  const post = (path: string, key: string, body: object) =>
    request(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify(body),
    });
  const { user_metadata, app_metadata } = o;
  const user = { email, password, email_confirm: true, user_metadata, app_metadata };
  const { id } = (await post('/admin/users', service_role_key, user)) as { id: string };
  const session = await post('/token?grant_type=password', anon_key, { email, password });
  const { access_token, refresh_token } = session as TestUser;
  return { id, email, password, access_token, refresh_token };
}
