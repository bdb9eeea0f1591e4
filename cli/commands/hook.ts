// postern hook: lists hooks and calls one with a sample event.
import { Argument, type Command } from 'commander';
import { printableJson } from '../../core/database/printable.ts';
import { HOOK_STATEMENT_TIMEOUT, HOOKS, type Hook, type HookName, hookOf } from '../../core/hooks/hook.ts';
import { callHook, HookError } from '../../core/hooks/post.ts';
import { responseErrorOf, sampleEvent } from '../../core/hooks/sample.ts';
import { maskUrl } from '../../core/masked_url.ts';
import type { Settings } from '../../core/settings/table.ts';
import { CommandError } from '../../core/terminal/errors.ts';
import { formatTable, print, printJson } from '../../core/terminal/output.ts';
import { CHANGING, withAdmin } from '../admin/admin_functions.ts';
import type { Runner } from '../runner.ts';
import { readAdminSettings, readCommandEnvironment } from '../settings.ts';

export function addCommand(root: Command, run: Runner): void {
  const hook = root.command('hook').description('List and test hooks: your functions and servers that requests call.');
  const withSettings = (own: { json?: true }, work: (settings: Settings, json: boolean) => Promise<number>) =>
    run(async (options) => work(await readAdminSettings(readCommandEnvironment(options)), own.json === true))();
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
  'url' in hook ? maskUrl(hook.url) : `function ${hook.schema}.${hook.function}`;

async function listHooks(settings: Settings, json: boolean): Promise<number> {
  const hooks = HOOKS.map((name) => {
    const hook = hookOf(name, settings);
    return { name, on: hook !== null, leads_to: hook === null ? '' : whereTo(hook) };
  });
  if (json) printJson({ hooks });
  else
    print(
      formatTable(
        ['hook', 'on', 'target'],
        hooks.map((one) => [one.name, one.on ? 'yes' : 'no', one.leads_to]),
      ),
    );
  return 0;
}

interface HookTestResult {
  answer: object;
  /** Reason why the hook's response is invalid, or null. */
  wrong: string | null;
}

async function testHook(o: { settings: Settings; json: boolean; name: HookName }): Promise<number> {
  const { settings, name } = o;
  const hook = hookOf(name, settings);
  if (hook === null) throw new CommandError(`SVC_HOOK_${name.toUpperCase()}_ENABLED is not set.`, { code: 'hook_off' });
  const event = sampleEvent(name, settings);
  const tried = await ('url' in hook
    ? callHook(hook, event).then((answer): HookTestResult => ({ answer, wrong: responseErrorOf(name, answer) }))
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

async function callFunction(settings: Settings, name: HookName, hook: Hook, event: object): Promise<HookTestResult> {
  const tried = await withAdmin(
    settings,
    (admin) => admin.call('test_hook', { ...CHANGING, hook: name, target: hook, event }),
    { statement_timeout: HOOK_STATEMENT_TIMEOUT },
  );
  const { error, ...rest } = tried as unknown as HookTestResult & { error: string | null };
  if (error !== null) throw new CommandError(`The function failed: ${error}`, { code: 'hook_failed' });
  return rest;
}
