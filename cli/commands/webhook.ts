// postern webhook: manages webhooks and their events. Prints a signing secret once, when it is generated.
import { type Command, InvalidArgumentError, Option } from 'commander';
import { EVENT_KINDS } from '../../core/hooks/event_kinds.ts';
import type { Settings } from '../../core/settings/table.ts';
import { askConfirmation } from '../../core/terminal/ask.ts';
import { EFFECTS } from '../../gateway/routes/effects.ts';
import { changeEvents, type Filter, listEvents } from '../admin/webhook_events.ts';
import {
  addWebhook,
  changeWebhook,
  listWebhooks,
  removeWebhook,
  rotateSecret,
  testWebhook,
} from '../admin/webhooks.ts';
import type { Runner } from '../runner.ts';
import { readAdminSettings, readCommandEnvironment } from '../settings.ts';

const STATES = ['queued', 'sending', 'delivered', 'failed', 'dropped'];
const WEBHOOK = 'webhook id';
const EVENT = 'event id';

export function addCommand(root: Command, run: Runner): void {
  const withSettings = (
    own: { json?: true },
    work: (o: {
      settings: Settings;
      environment: ReturnType<typeof readCommandEnvironment>;
      json: boolean;
    }) => Promise<number>,
  ): Promise<void> =>
    run(async (options) => {
      const environment = readCommandEnvironment(options);
      return work({ settings: await readAdminSettings(environment), environment, json: own.json === true });
    })();
  const kinds = () => new Option('--kind <kind...>', 'event kinds to deliver; default: all').choices(EVENT_KINDS);

  const webhook = root.command('webhook').description('Manage webhooks and inspect deliveries.');
  webhook
    .command('add')
    .description('Add a webhook and print its signing secret.')
    .argument('<url>', 'https URL, or http URL on this machine')
    .addOption(kinds())
    .option('--json', 'print JSON')
    .action((url: string, own: { kind?: string[]; json?: true }) =>
      withSettings(own, (o) => addWebhook({ ...o, url, kinds: own.kind ?? [...EVENT_KINDS] })),
    );
  webhook
    .command('servers')
    .description('List webhooks with their event kinds and the number of waiting events.')
    .option('--json', 'print JSON')
    .action((own: { json?: true }) => withSettings(own, listWebhooks));
  webhook
    .command('change')
    .description("Change a webhook's URL or event kinds.")
    .argument('<server>', WEBHOOK)
    .option('--url <url>', 'https URL, or http URL on this machine')
    .addOption(kinds())
    .option('--json', 'print JSON')
    .action((id: string, own: { url?: string; kind?: string[]; json?: true }) =>
      withSettings(own, (o) => changeWebhook({ ...o, id, url: own.url ?? null, kinds: own.kind ?? null })),
    );
  webhook
    .command('rotate')
    .description("Rotate a webhook's signing secret. Both secrets sign until you run it again with --finish.")
    .argument('<server>', WEBHOOK)
    .option('--finish', 'stop signing with the old secret')
    .option('--json', 'print JSON')
    .action((id: string, own: { finish?: true; json?: true }) =>
      withSettings(own, (o) => rotateSecret({ ...o, id, finish: own.finish === true })),
    );
  webhook
    .command('remove')
    .description('Remove a webhook and its waiting events.')
    .argument('<server>', WEBHOOK)
    .option('--yes', 'skip the confirmation')
    .option('--json', 'print JSON')
    .action((id: string, own: { yes?: true; json?: true }) =>
      withSettings(own, async (o) => {
        await askConfirmation(
          'Remove the webhook and all events that wait for it?',
          own.yes === true,
          EFFECTS['DELETE /admin/webhooks/{webhook_id}'],
        );
        return removeWebhook({ ...o, id });
      }),
    );
  webhook
    .command('test')
    .description('Send a signed webhook.test event now and print the result.')
    .argument('<server>', WEBHOOK)
    .option('--json', 'print JSON')
    .action((id: string, own: { json?: true }) => withSettings(own, (o) => testWebhook({ ...o, id })));
  webhook
    .command('list')
    .description('List recent deliveries with their status.')
    .addOption(new Option('--state <state>', 'only events in this state').choices(STATES))
    .option('--user <id>', 'only events of this user')
    .option('--server <id>', 'only events for this webhook')
    .option('--limit <n>', 'number of events, up to 1000', parseWholeNumber, 50)
    .option('--json', 'print JSON')
    .action((own: Filter & { json?: true }) => withSettings(own, (o) => listEvents({ ...o, ...own, json: o.json })));
  webhook
    .command('retry')
    .description('Retry failed events, or deliver waiting ones earlier.')
    .argument('<event...>', EVENT)
    .option('--json', 'print JSON')
    .action((ids: string[], own: { json?: true }) =>
      withSettings(own, (o) => changeEvents({ ...o, ids, call: 'retry_webhook_event', done: 'is queued again' })),
    );
  webhook
    .command('drop')
    .description('Discard events that block later events of the same user.')
    .argument('<event...>', EVENT)
    .option('--yes', 'skip the confirmation')
    .option('--json', 'print JSON')
    .action((ids: string[], own: { yes?: true; json?: true }) =>
      withSettings(own, async (o) => {
        await askConfirmation(
          `Discard ${ids.length} event(s)?`,
          own.yes === true,
          EFFECTS['POST /admin/webhook-events/{event_id}/drop'],
        );
        return changeEvents({ ...o, ids, call: 'drop_webhook_event', done: 'is discarded' });
      }),
    );
}

function parseWholeNumber(text: string): number {
  if (!/^\d{1,6}$/.test(text) || Number(text) === 0) throw new InvalidArgumentError('It must be a number.');
  return Number(text);
}
