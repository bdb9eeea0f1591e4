// postern hook: lists hooks and calls one with a sample event.
import { Argument, type Command } from 'commander';
import { printableJson } from '../../core/database/printable.ts';
import { HOOK_STATEMENT_TIMEOUT, HOOKS, type Hook, type HookName, hookOf } from '../../core/hooks/hook.ts';
import { askHook, HookError } from '../../core/hooks/post.ts';
import { maskedUrl } from '../../core/masked_url.ts';
import type { Settings } from '../../core/settings/table.ts';
import { print, printJson, table } from '../../core/terminal/output.ts';
import { CommandError } from '../../core/terminal/sentence.ts';
import { openPool } from '../../install/pool.ts';
import { sampleOf } from '../admin/hook_sample.ts';
import type { Runner } from '../runner.ts';
import { environmentOf, readAdminSettings } from '../settings.ts';

export function add(root: Command, run: Runner): void {
  const hook = root.command('hook').description('List and test hooks: your functions and servers that requests call.');
  const withSettings = (own: { json?: true }, work: (settings: Settings, json: boolean) => Promise<number>) =>
    run(async (options) => work(await readAdminSettings(environmentOf(options)), own.json === true))();
  hook
    .command('list')
    .description('List all hooks with their targets.')
    .option('--json', 'print JSON')
    .action((own: { json?: true }) => withSettings(own, listHooks));
  hook
    .command('test')
    .description('Call a hook with a sample event. Writes of a function are rolled back.')
    .addArgument(new Argument('<name>', 'hook').choices(HOOKS))
    .option('--json', 'print JSON')
    .action((name: HookName, own: { json?: true }) =>
      withSettings(own, (settings, json) => testHook({ settings, json, name })),
    );
}

const whereTo = (hook: Hook): string =>
  'url' in hook ? maskedUrl(hook.url) : `function ${hook.schema}.${hook.function}`;

async function listHooks(settings: Settings, json: boolean): Promise<number> {
  const hooks = HOOKS.map((name) => {
    const hook = hookOf(name, settings);
    return { name, on: hook !== null, leads_to: hook === null ? '' : whereTo(hook) };
  });
  if (json) printJson({ hooks });
  else
    print(
      table(
        ['hook', 'on', 'target'],
        hooks.map((one) => [one.name, one.on ? 'yes' : 'no', one.leads_to]),
      ),
    );
  return 0;
}

interface Tried {
  answer: object;
  /** Reason why the answer is invalid, or null. */
  wrong: string | null;
}

async function testHook(o: { settings: Settings; json: boolean; name: HookName }): Promise<number> {
  const { settings, name } = o;
  const hook = hookOf(name, settings);
  if (hook === null) throw new CommandError(`SVC_HOOK_${name.toUpperCase()}_ENABLED is not set.`, { code: 'hook_off' });
  const event = sampleOf(name, settings);
  const tried = await ('url' in hook
    ? askHook(hook, event).then((answer): Tried => ({ answer, wrong: wrongIn(name, answer) }))
    : callFunction(settings, name, hook, event)
  ).catch((error: unknown) => {
    if (!(error instanceof HookError)) throw error;
    throw new CommandError(`The hook failed: ${error.message} (${error.status})`, {
      code: error.code ?? 'hook_failed',
    });
  });
  if (o.json) printJson({ hook: name, leads_to: whereTo(hook), event, ...tried });
  else {
    print(`Sent to ${whereTo(hook)}:\n${printableJson(event, 2)}`);
    print(`Answer:\n${printableJson(tried.answer, 2)}`);
    print(tried.wrong === null ? 'The answer is valid.' : `Requests would fail: ${tried.wrong}`);
  }
  return tried.wrong === null ? 0 : 1;
}

/** Checks the form of a server's answer. SQL checks a function's answer; the rest depends on the request. */
function wrongIn(name: HookName, answer: Record<string, unknown>): string | null {
  if (name === 'custom_access_token' && typeof answer.claims !== 'object') return 'output claims field is missing';
  if (name.endsWith('_verification_attempt') && !['continue', 'reject'].includes(String(answer.decision)))
    return 'the decision is neither continue nor reject';
  return null;
}

async function callFunction(settings: Settings, name: HookName, hook: Hook, event: object): Promise<Tried> {
  const pool = await openPool(settings, 'admin');
  const text = `select ${pool.api}.try_hook(hook => $1, event => $2::text::jsonb, settings => $3::text::jsonb) as tried`;
  const values = [name, JSON.stringify(event), JSON.stringify({ hooks: { [name]: hook } })];
  try {
    // The pool has one connection, so all statements run in this transaction.
    await pool.sql.unsafe('begin');
    await pool.sql.unsafe(`set local statement_timeout = '${HOOK_STATEMENT_TIMEOUT}'`);
    const [row] = await pool.sql.unsafe<{ tried: Tried }[]>(text, values);
    await pool.sql.unsafe('rollback');
    return row?.tried as Tried;
  } catch (error) {
    const { code = 'no code', message, detail } = error as { code?: string; message: string; detail?: string };
    if (code === 'PH002') {
      const { status, code: hook_code } = JSON.parse(String(detail)) as { status: number; code: string | null };
      throw new HookError(status, hook_code ?? undefined, message);
    }
    throw new CommandError(`The function failed: ${message} (${code})`, { code: 'hook_failed', cause: error });
  } finally {
    await pool.close();
  }
}
