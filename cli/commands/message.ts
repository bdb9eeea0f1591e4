// postern message: what became of mails and SMS, and addresses to which nothing is sent. Never a code or a link.
import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import type { Settings } from '../../core/settings/table.ts';
import { confirm } from '../../core/terminal/ask.ts';
import { print, printJson, sheet, table } from '../../core/terminal/output.ts';
import { UsageSentence } from '../../core/terminal/sentence.ts';
import { type Admin, type Answer, asAdmin, CHANGING, CONTEXT } from '../admin/surface.ts';
import type { Runner } from '../runner.ts';
import { environmentOf, readAdminSettings } from '../settings.ts';

const STATES = ['queued', 'sending', 'sent', 'skipped', 'expired', 'failed'];

type Work = (o: { settings: Settings; json: boolean }) => Promise<number>;

/** Adds it to the root command. */
export function add(root: Command, run: Runner): void {
  const withSettings = (own: { json?: true }, work: Work): Promise<void> =>
    run(async (options) => {
      const settings = await readAdminSettings(environmentOf(options));
      return work({ settings, json: own.json === true });
    })();

  const message = root.command('message').description('Inspect, retry, drop and suppress outgoing messages.');
  message
    .command('list')
    .description('List recent messages with their status.')
    .addOption(new Option('--state <state>', 'only messages in this state').choices(STATES))
    .option('--to <address>', 'only messages to this e-mail address or phone number')
    .option('--limit <n>', 'number of messages, up to 1000', wholeNumber, 50)
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
      withSettings(own, (o) => changeMessages({ ...o, ids, call: 'retry_message', done: 'is queued again' })),
    );
  message
    .command('drop')
    .description('Drop messages that are not sent yet.')
    .argument('<message...>', ID)
    .option('--yes', 'skip the confirmation')
    .option('--json', 'print JSON')
    .action((ids: string[], own: { yes?: true; json?: true }) =>
      withSettings(own, async (o) => {
        await confirm(`Drop ${ids.length} message(s)?`, own.yes === true);
        return changeMessages({ ...o, ids, call: 'drop_message', done: 'is dropped' });
      }),
    );
  message
    .command('suppress')
    .description('Manage suppressed addresses, to which nothing is sent, such as addresses that bounce.')
    .addArgument(new Argument('<what>', 'action').choices(['add', 'list', 'remove']))
    .argument('[address...]', 'e-mail addresses or phone numbers')
    .option('--reason <text>', 'with add: the reason')
    .option('--limit <n>', 'with list: number of addresses, up to 1000', wholeNumber, 50)
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

function wholeNumber(text: string): number {
  const number = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (number < 1 || number > MOST) throw new InvalidArgumentError(`It must be a number from 1 to ${MOST}.`);
  return number;
}

interface Output {
  settings: Settings;
  json: boolean;
}

const row = (m: Answer) => [m.id, m.state, m.kind, m.channel, m.to, m.tries, m.created_at, m.last_error ?? ''];

function listMessages(
  o: Output & { state: string | undefined; to: string | undefined; most: number },
): Promise<number> {
  return asAdmin(o.settings, async (admin) => {
    const args = { ...CONTEXT, state: o.state ?? null, address: o.to ?? null, most: o.most };
    const { messages } = (await admin.call('list_messages', args)) as { messages: Answer[] };
    if (o.json) printJson({ messages });
    else print(table(['id', 'state', 'kind', 'channel', 'to', 'tries', 'created', 'last error'], messages.map(row)));
    return 0;
  });
}

export function showMessage(o: Output & { id: string }): Promise<number> {
  return asAdmin(o.settings, async (admin) => {
    const message = await admin.call('show_message', { ...CONTEXT, message_id: o.id });
    if (o.json) printJson(message);
    else print(sheet(message));
    return 0;
  });
}

/** Changes one message after another. Stops at the first error; earlier changes remain. */
function changeMessages(
  o: Output & { ids: readonly string[]; call: 'retry_message' | 'drop_message'; done: string },
): Promise<number> {
  return each(o, o.ids, async (admin, id) => {
    const message = await admin.call(o.call, { ...CHANGING, message_id: id });
    return { answer: message, line: `message ${String(message.id)} to ${String(message.to)} ${o.done}` };
  });
}

function listSuppressions(o: Output & { addresses: readonly string[]; most: number }): Promise<number> {
  return asAdmin(o.settings, async (admin) => {
    const suppressions: Answer[] = [];
    for (const address of o.addresses.length === 0 ? [null] : o.addresses) {
      const answer = await admin.call('list_suppressions', { ...CONTEXT, address, most: o.most });
      suppressions.push(...(answer.suppressions as Answer[]));
    }
    if (o.json) printJson({ suppressions });
    else
      print(
        table(
          ['address', 'since', 'reason'],
          suppressions.map((s) => [s.address, s.created_at, s.reason]),
        ),
      );
    return 0;
  });
}

function changeSuppressions(
  o: Output & { what: string; addresses: readonly string[]; reason: string | null },
): Promise<number> {
  if (o.addresses.length === 0) throw new UsageSentence('name at least one address');
  return each(o, o.addresses, async (admin, address) => {
    const adds = o.what === 'add';
    const answer = adds
      ? await admin.call('suppress_address', { ...CHANGING, address, reason: o.reason })
      : await admin.call('unsuppress_address', { ...CHANGING, address });
    return {
      answer,
      line: `${String(answer.address)}: ${adds ? 'suppressed' : 'not suppressed any more'}`,
    };
  });
}

function each(
  o: Output,
  list: readonly string[],
  work: (admin: Admin, item: string) => Promise<{ answer: Answer; line: string }>,
): Promise<number> {
  return asAdmin(o.settings, async (admin) => {
    const answers: Answer[] = [];
    for (const item of list) {
      const { answer, line } = await work(admin, item);
      answers.push(answer);
      if (!o.json) print(line);
    }
    if (o.json) printJson({ done: answers });
    return 0;
  });
}
