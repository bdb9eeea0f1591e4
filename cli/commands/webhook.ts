// postern webhook: servers that are told what happens to users, and what became of each event. Secrets are shown once.
import { type Command, InvalidArgumentError, Option } from 'commander';
import { EVENT_KINDS } from '../../core/hooks/event_kinds.ts';
import type { Settings } from '../../core/settings/table.ts';
import { confirm } from '../../core/terminal/ask.ts';
import { print, printJson, table } from '../../core/terminal/output.ts';
import { type Admin, type Answer, asAdmin, CHANGING, CONTEXT } from '../admin/surface.ts';
import {
  addWebhook,
  changeWebhook,
  listWebhooks,
  removeWebhook,
  rotateSecret,
  testWebhook,
} from '../admin/webhooks.ts';
import type { Runner } from '../runner.ts';
import { environmentOf, readAdminSettings } from '../settings.ts';

const STATES = ['queued', 'sending', 'delivered', 'failed', 'dropped'];
const WEBHOOK = 'id of the server';
const EVENT = 'id of the event';

/** Adds it to the root command. */
export function add(root: Command, run: Runner): void {
  const withSettings = (
    own: { json?: true },
    work: (o: { settings: Settings; environment: ReturnType<typeof environmentOf>; json: boolean }) => Promise<number>,
  ): Promise<void> =>
    run(async (options) => {
      const environment = environmentOf(options);
      return work({ settings: await readAdminSettings(environment), environment, json: own.json === true });
    })();
  const kinds = () =>
    new Option('--kind <kind...>', 'the kinds of events that it is told; all, if none is given').choices(EVENT_KINDS);

  const webhook = root
    .command('webhook')
    .description('servers that are told what happens to users; what became of that');
  webhook
    .command('add')
    .description('tell a server; answers the secret by which it knows us')
    .argument('<url>', 'https, or http on this machine')
    .addOption(kinds())
    .option('--json', 'as JSON')
    .action((url: string, own: { kind?: string[]; json?: true }) =>
      withSettings(own, (o) => addWebhook({ ...o, url, kinds: own.kind ?? [...EVENT_KINDS] })),
    );
  webhook
    .command('servers')
    .description('the servers, what each is told and how much waits for it')
    .option('--json', 'as JSON')
    .action((own: { json?: true }) => withSettings(own, listWebhooks));
  webhook
    .command('change')
    .description('another address or other kinds of events')
    .argument('<server>', WEBHOOK)
    .option('--url <url>', 'https, or http on this machine')
    .addOption(kinds())
    .option('--json', 'as JSON')
    .action((id: string, own: { url?: string; kind?: string[]; json?: true }) =>
      withSettings(own, (o) => changeWebhook({ ...o, id, url: own.url ?? null, kinds: own.kind ?? null })),
    );
  webhook
    .command('rotate')
    .description('a new secret beside the old one, which both sign until --finish ends the old one')
    .argument('<server>', WEBHOOK)
    .option('--finish', 'the server knows the new secret: only that one signs from now on')
    .option('--json', 'as JSON')
    .action((id: string, own: { finish?: true; json?: true }) =>
      withSettings(own, (o) => rotateSecret({ ...o, id, finish: own.finish === true })),
    );
  webhook
    .command('remove')
    .description('tell a server nothing more; what waits for it is gone')
    .argument('<server>', WEBHOOK)
    .option('--yes', 'do not ask')
    .option('--json', 'as JSON')
    .action((id: string, own: { yes?: true; json?: true }) =>
      withSettings(own, async (o) => {
        await confirm('Remove the server and every event that waits for it?', own.yes === true);
        return removeWebhook({ ...o, id });
      }),
    );
  webhook
    .command('test')
    .description('send a signed event of type webhook.test at once, and tell what the server answers')
    .argument('<server>', WEBHOOK)
    .option('--json', 'as JSON')
    .action((id: string, own: { json?: true }) => withSettings(own, (o) => testWebhook({ ...o, id })));
  webhook
    .command('list')
    .description('the newest events and how they fared')
    .addOption(new Option('--state <state>', 'only those').choices(STATES))
    .option('--user <id>', 'only those of this user')
    .option('--server <id>', 'only those for this server')
    .option('--limit <n>', 'how many at most (1,000)', wholeNumber, 50)
    .option('--json', 'as JSON')
    .action((own: Filter & { json?: true }) => withSettings(own, (o) => listEvents({ ...o, ...own, json: o.json })));
  webhook
    .command('retry')
    .description('try events again that were given up, or sooner')
    .argument('<event...>', EVENT)
    .option('--json', 'as JSON')
    .action((ids: string[], own: { json?: true }) =>
      withSettings(own, (o) => changeEvents({ ...o, ids, call: 'retry_webhook_event', done: 'is in line again' })),
    );
  webhook
    .command('drop')
    .description('give up events, so that later ones of their users have their turn')
    .argument('<event...>', EVENT)
    .option('--yes', 'do not ask')
    .option('--json', 'as JSON')
    .action((ids: string[], own: { yes?: true; json?: true }) =>
      withSettings(own, async (o) => {
        await confirm(`Give up ${ids.length} event(s)?`, own.yes === true);
        return changeEvents({ ...o, ids, call: 'drop_webhook_event', done: 'is given up' });
      }),
    );
}

function wholeNumber(text: string): number {
  if (!/^\d{1,6}$/.test(text) || Number(text) === 0) throw new InvalidArgumentError('It must be a number.');
  return Number(text);
}

interface Filter {
  state?: string;
  user?: string;
  server?: string;
  limit: number;
}

const row = (e: Answer) => [e.id, e.state, e.kind, e.user_id, e.tries, e.created_at, e.last_error ?? ''];

function listEvents(o: Filter & { settings: Settings; json: boolean }): Promise<number> {
  return asAdmin(o.settings, async (admin) => {
    const { events } = (await admin.call('list_webhook_events', {
      ...CONTEXT,
      state: o.state ?? null,
      user_id: o.user ?? null,
      webhook_id: o.server ?? null,
      most: o.limit,
    })) as { events: Answer[] };
    if (o.json) printJson({ events });
    else print(table(['id', 'state', 'kind', 'user', 'tries', 'happened', 'last error'], events.map(row)));
    return 0;
  });
}

/** Each in turn; the first that is refused ends it, and what was done before stays. */
function changeEvents(o: {
  settings: Settings;
  json: boolean;
  ids: readonly string[];
  call: 'retry_webhook_event' | 'drop_webhook_event';
  done: string;
}): Promise<number> {
  return asAdmin(o.settings, async (admin: Admin) => {
    const answers: Answer[] = [];
    for (const event_id of o.ids) {
      const event = await admin.call(o.call, { ...CHANGING, event_id });
      answers.push(event);
      if (!o.json) print(`event ${String(event.id)} (${String(event.kind)}) ${o.done}`);
    }
    if (o.json) printJson({ done: answers });
    return 0;
  });
}
