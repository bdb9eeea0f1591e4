// postern message: inspects and changes outgoing messages, and manages suppressed addresses. Never prints a code or a
// link.
import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import type { Settings } from '../../core/settings/table.ts';
import { askConfirmation } from '../../core/terminal/ask.ts';
import { EFFECTS } from '../../gateway/routes/effects.ts';
import { applyToMessages, changeSuppressions, listMessages, listSuppressions, showMessage } from '../admin/messages.ts';
import type { Runner } from '../runner.ts';
import { readAdminSettings, readCommandEnvironment } from '../settings.ts';

const STATES = ['queued', 'sending', 'sent', 'skipped', 'expired', 'failed'];

type CommandAction = (o: { settings: Settings; json: boolean }) => Promise<number>;

export function addCommand(root: Command, run: Runner): void {
  const withSettings = (own: { json?: true }, work: CommandAction): Promise<void> =>
    run(async (options) => {
      const settings = await readAdminSettings(readCommandEnvironment(options));
      return work({ settings, json: own.json === true });
    })();

  const message = root.command('message').description('Inspect, retry, drop and suppress outgoing messages.');
  message
    .command('list')
    .description('List recent messages with their status.')
    .addOption(new Option('--state <state>', 'only messages in this state').choices(STATES))
    .option('--to <address>', 'only messages to this e-mail address or phone number')
    .option('--limit <n>', 'number of messages, up to 1000', parseWholeNumber, 50)
    .option('--json', 'print JSON')
    .action((own: { state?: string; to?: string; limit: number; json?: true }) =>
      withSettings(own, (o) => listMessages({ ...o, state: own.state, to: own.to, most: own.limit })),
    );
  message
    .command('show')
    .description('Show a message: recipient, state, attempts and last error.')
    .argument('<message>', ID)
    .option('--json', 'print JSON')
    .action((id: string, own: { json?: true }) => withSettings(own, (o) => showMessage({ ...o, id })));
  message
    .command('retry')
    .description('Retry messages, or send them earlier, while their links and codes are valid.')
    .argument('<message...>', ID)
    .option('--json', 'print JSON')
    .action((ids: string[], own: { json?: true }) =>
      withSettings(own, (o) => applyToMessages({ ...o, ids, call: 'retry_message', done: 'is queued again' })),
    );
  message
    .command('drop')
    .description('Drop messages that are not sent yet.')
    .argument('<message...>', ID)
    .option('--yes', 'skip the confirmation')
    .option('--json', 'print JSON')
    .action((ids: string[], own: { yes?: true; json?: true }) =>
      withSettings(own, async (o) => {
        await askConfirmation(
          `Drop ${ids.length} message(s)?`,
          own.yes === true,
          EFFECTS['POST /admin/messages/{message_id}/drop'],
        );
        return applyToMessages({ ...o, ids, call: 'drop_message', done: 'is dropped' });
      }),
    );
  message
    .command('suppress')
    .description('Manage suppressed addresses, to which nothing is sent, such as addresses that bounce.')
    .addArgument(new Argument('<what>', 'action').choices(['add', 'list', 'remove']))
    .argument('[address...]', 'e-mail addresses or phone numbers')
    .option('--reason <text>', 'with add: the reason')
    .option('--limit <n>', 'with list: number of addresses, up to 1000', parseWholeNumber, 50)
    .option('--json', 'print JSON')
    .action((what: string, addresses: string[], own: { reason?: string; limit: number; json?: true }) =>
      withSettings(own, (o) => {
        if (what === 'list') return listSuppressions({ ...o, addresses, most: own.limit });
        return changeSuppressions({ ...o, what, addresses, reason: own.reason ?? null });
      }),
    );
}

const ID = 'message id';

/** Maximum page size of list_messages() and list_suppressions(). */
const MOST = 1000;

function parseWholeNumber(text: string): number {
  const number = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (number < 1 || number > MOST) throw new InvalidArgumentError(`It must be a number from 1 to ${MOST}.`);
  return number;
}
