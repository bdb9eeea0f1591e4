// Implements postern message: lists, shows, retries and drops messages, and manages suppressed addresses.
import type { Settings } from '../../core/settings/table.ts';
import { UsageError } from '../../core/terminal/errors.ts';
import { formatPairs, formatTable, print, printJson } from '../../core/terminal/output.ts';
import { type Admin, type AdminResult, CHANGING, CONTEXT, withAdmin } from './admin_functions.ts';

interface OutputOptions {
  settings: Settings;
  json: boolean;
}

const row = (m: AdminResult) => [m.id, m.state, m.kind, m.channel, m.to, m.tries, m.created_at, m.last_error ?? ''];

export function listMessages(
  o: OutputOptions & { state: string | undefined; to: string | undefined; most: number },
): Promise<number> {
  return withAdmin(o.settings, async (admin) => {
    const args = { ...CONTEXT, state: o.state ?? null, address: o.to ?? null, most: String(o.most) };
    const { messages } = (await admin.call('list_messages', args)) as { messages: AdminResult[] };
    if (o.json) printJson({ messages });
    else
      print(formatTable(['id', 'state', 'kind', 'channel', 'to', 'tries', 'created', 'last error'], messages.map(row)));
    return 0;
  });
}

export function showMessage(o: OutputOptions & { id: string }): Promise<number> {
  return withAdmin(o.settings, async (admin) => {
    const message = await admin.call('get_message', { ...CONTEXT, message_id: o.id });
    if (o.json) printJson(message);
    else print(formatPairs(message));
    return 0;
  });
}

/** Retries or drops the given messages one by one. Stops at the first error; earlier changes are not rolled back. */
export function applyToMessages(
  o: OutputOptions & { ids: readonly string[]; call: 'retry_message' | 'drop_message'; done: string },
): Promise<number> {
  return applyToEach(o, o.ids, async (admin, id) => {
    const message = await admin.call(o.call, { ...CHANGING, message_id: id });
    return { answer: message, line: `message ${String(message.id)} to ${String(message.to)} ${o.done}` };
  });
}

export function listSuppressions(o: OutputOptions & { addresses: readonly string[]; most: number }): Promise<number> {
  return withAdmin(o.settings, async (admin) => {
    const suppressions: AdminResult[] = [];
    for (const address of o.addresses.length === 0 ? [null] : o.addresses) {
      const answer = await admin.call('list_suppressions', { ...CONTEXT, address, most: String(o.most) });
      suppressions.push(...(answer.suppressions as AdminResult[]));
    }
    if (o.json) printJson({ suppressions });
    else
      print(
        formatTable(
          ['address', 'since', 'reason'],
          suppressions.map((s) => [s.address, s.created_at, s.reason]),
        ),
      );
    return 0;
  });
}

export function changeSuppressions(
  o: OutputOptions & { what: string; addresses: readonly string[]; reason: string | null },
): Promise<number> {
  if (o.addresses.length === 0) throw new UsageError('name at least one address');
  return applyToEach(o, o.addresses, async (admin, address) => {
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

function applyToEach(
  o: OutputOptions,
  list: readonly string[],
  work: (admin: Admin, item: string) => Promise<{ answer: AdminResult; line: string }>,
): Promise<number> {
  return withAdmin(o.settings, async (admin) => {
    const answers: AdminResult[] = [];
    for (const item of list) {
      const { answer, line } = await work(admin, item);
      answers.push(answer);
      if (!o.json) print(line);
    }
    if (o.json) printJson({ done: answers });
    return 0;
  });
}
