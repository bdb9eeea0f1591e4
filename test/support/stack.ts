// A whole Postern for a test file: database, gateway on a free port, worker, and a mail server that keeps what it gets.
import { randomBytes } from 'node:crypto';
import { createLog, type Logger } from '../../core/log.ts';
import { readEnvironment, readSettings } from '../../core/settings/reading.ts';
import { type RunningGateway, startGateway } from '../../gateway/main.ts';
import { startWorker } from '../../worker/main.ts';
import { createDatabase } from './db.ts';
import { LAYOUT } from './layout.ts';
import { createSink, type ReceivedMail } from './sink.ts';
import {
  type Answer,
  environment,
  inOrder,
  type Node,
  readMail,
  requests,
  type Stack,
  type StackOptions,
} from './stack_parts.ts';

export * from './stack_parts.ts';

/** A machine that runs several files at once may take its time; a mail that never comes is still told. */
const MAIL_PATIENCE_MS = 30_000;

/** Starts a stack; call close() in test.after. Limits on mails are off unless a test sets them. */
export async function startStack(o: StackOptions = {}): Promise<Stack> {
  if (LAYOUT.embedded) {
    const { startProgram } = await import('./program_stack.ts');
    return startProgram(o);
  }
  const db = o.db ?? (await createDatabase());
  const sink = await createSink();
  const env = { ...db.environment(), ...environment(sink.port), ...o.env };
  const first = await startNode(env);
  const lines = keptLog();
  const worker = o.worker === false ? undefined : await startWorker({ settings: first.settings, log: lines.log });
  const others: Node[] = [];
  return {
    ...first,
    db,
    sink,
    log: () => first.log() + lines.text(),
    mail: inOrder(async (to, count) => {
      const mails = await sink.waitFor(to, count, MAIL_PATIENCE_MS);
      return readMail(mails[mails.length - 1] as ReceivedMail);
    }),
    async another(more = {}) {
      const node = await startNode({ ...env, ...more });
      others.push(node);
      return node;
    },
    async close() {
      const nodes = [first, ...others].map((node) => () => node.close());
      await closeEach([...nodes, async () => worker?.close(), () => sink.close(), () => db.drop()]);
    },
  };
}

/** One that fails, because its database is gone, leaves nothing open behind it: the process would never end. */
async function closeEach(closing: readonly (() => Promise<unknown>)[]): Promise<void> {
  const faults: unknown[] = [];
  for (const close of closing) await close().catch((fault: unknown) => faults.push(fault));
  if (faults.length > 0) throw new AggregateError(faults, 'the stack did not close');
}

async function startNode(env: Record<string, string>): Promise<Node> {
  const { settings } = readSettings(readEnvironment({ env, file: null }));
  const lines = keptLog();
  const gateway: RunningGateway = await startGateway({ settings, log: lines.log });
  const url = `http://127.0.0.1:${gateway.port}`;
  const stop = () => gateway.close();
  return {
    url,
    settings,
    log: lines.text,
    ...requests(url, settings.api_prefix),
    stop,
    close: () => gateway.close({ at_once: true }),
  };
}

function keptLog(): { log: Logger; text: () => string } {
  const lines: string[] = [];
  const log = createLog({ level: 'trace', stream: { write: (line: string) => void lines.push(line) } });
  return { log, text: () => lines.join('') };
}

/** An address nobody else uses. */
export function newEmail(): string {
  return `u${randomBytes(6).toString('hex')}@example.com`;
}

/** The values in the fragment of a redirect. */
export function fragment(answer: Answer): URLSearchParams {
  return new URLSearchParams(answer.headers.get('location')?.split('#')[1] ?? '');
}

export const bearer = (token: unknown): Record<string, string> => ({ Authorization: `Bearer ${String(token)}` });

/** A confirmed user, by sign-up and link. */
export async function confirmedUser(
  stack: Stack,
  o: { email?: string; password?: string } = {},
): Promise<{ email: string; password: string; id: string; access_token: string; refresh_token: string }> {
  const email = o.email ?? newEmail();
  const password = o.password ?? 'correct horse battery';
  const signedUp = await stack.post('/signup', { email, password });
  if (signedUp.status !== 200) throw new Error(`sign-up answered ${signedUp.status} ${signedUp.text}`);
  const { path } = await stack.mail(email);
  const values = fragment(await stack.get(path));
  return {
    email,
    password,
    id: String(signedUp.body.id),
    access_token: values.get('access_token') ?? '',
    refresh_token: values.get('refresh_token') ?? '',
  };
}
