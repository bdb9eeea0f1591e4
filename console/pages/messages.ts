// Page of mails and SMS: the messages with their states, the errors of the last day by the server's response, and
// suppressed addresses.

import { call, can, type LoadState, RELOAD_MS, useLoad, withQuery } from './api.ts';
import { openDialog } from './dialog.ts';
import { formatCount, formatNumber, showHidden, withSpaces } from './format.ts';
import { Link, parameter, setParameters } from './navigation.ts';
import type { Figures } from './overview.ts';
import {
  Badge,
  ButtonGroup,
  Card,
  Input,
  Name,
  PageHead,
  QuerySource,
  RefusedAction,
  SearchField,
  showToast,
  Time,
} from './parts.ts';
import {
  dropMessageAction,
  endSuppressionAction,
  retryMessageAction,
  retryMessagesAction,
  suppressAddressAction,
} from './service_actions.ts';
import { Panel } from './states.ts';
import { type Column, List, Pages, type Pagination, type RowSelection, Table } from './table.ts';
import { MESSAGE_TONES } from './timeline.ts';
import { type Children, html, useState, type View } from './view.ts';

export interface Message {
  id: string;
  user_id: string | null;
  kind: string;
  channel: string;
  to: string;
  state: string;
  tries: number;
  last_error: string | null;
  created_at: string;
  expires_at: string | null;
  finished_at: string | null;
  not_before: string | null;
  /** Name of the error that a retry by the signed-in user would return; null if the retry is allowed. */
  retry_refused: string | null;
}

interface MessagePage {
  messages: Message[];
  pagination: Pagination;
  /** Errors of the last 24 hours. Present only on the first page. */
  errors?: readonly { error: string; messages: number }[];
}

interface SuppressionPage {
  suppressions: readonly { address: string; reason: string; created_at: string }[];
  pagination: Pagination;
}

/** Returns a sentence with the numbers of waiting and failed messages. */
export const queueNote = (queue?: { waiting: number; failed: number }): string =>
  queue
    ? `${formatNumber(queue.waiting)} waiting, ${formatNumber(queue.failed)} failed. Newest first.`
    : 'Newest first.';

const STATES = [
  ['', 'All'],
  ['queued', 'Queued'],
  ['sending', 'Sending'],
  ['sent', 'Sent'],
  ['failed', 'Failed'],
  ['expired', 'Expired'],
] as const;

const hasEnded = ({ state }: Message): boolean => state === 'failed' || state === 'expired';
const mayRetry = (message: Message): boolean => hasEnded(message) && !message.retry_refused;

const selection = (again: () => void): RowSelection<Message> => ({
  allows: mayRetry,
  nameOf: ({ to }) => `the message to ${showHidden(to)}`,
  actions: (messages) =>
    html`<button type="button" onClick=${() => openDialog(retryMessagesAction(messages.map(({ id }) => id)), again)}>Retry them…</button>`,
});

const columns = (again: () => void): readonly Column<Message>[] => [
  {
    title: 'To',
    cell: ({ to, user_id, kind, channel, created_at }) => {
      const inside = html`<${Name} text=${channel === 'sms' ? `+${to}` : to} /><span class="quiet">${withSpaces(kind)} ${channel}<span class="narrow-only"><${Time} at=${created_at} /></span></span>`;
      return user_id
        ? html`<${Link} to=${`/users/${user_id}?show=message`} class="who">${inside}<//>`
        : html`<span class="who">${inside}</span>`;
    },
  },
  { title: 'State', cell: ({ state }) => html`<${Badge} tone=${MESSAGE_TONES[state] ?? ''}>${state}<//>` },
  { title: 'Tries', right: true, wide: true, cell: ({ tries }) => tries },
  {
    title: 'Answer of the server',
    wide: true,
    cell: ({ last_error }) => (last_error ? html`<span class="clamp"><${Name} text=${last_error} /></span>` : ''),
  },
  { title: 'Queued', nowrap: true, wide: true, cell: ({ created_at }) => html`<${Time} at=${created_at} />` },
  {
    title: '',
    right: true,
    cell: (message) => {
      const waits = message.state === 'queued';
      const who = showHidden(message.to);
      if (hasEnded(message) && can('support') && message.retry_refused)
        return html`<${RefusedAction} name=${message.retry_refused} />`;
      return html`${mayRetry(message) && can('support') ? html`<button type="button" class="text" aria-label=${`Retry the message to ${who}`} onClick=${() => openDialog(retryMessageAction(message), again)}>Retry</button>` : null}${waits && can('administer') ? html`<button type="button" class="text" aria-label=${`Drop the message to ${who}`} onClick=${() => openDialog(dropMessageAction(message), again)}>Drop</button>` : null}`;
    },
  },
];

export function Messages(): View {
  const state = parameter('state');
  const address = parameter('address');
  const error = parameter('error');
  const named = can('list') || address !== '';
  const load: LoadState<MessagePage> = useLoad<MessagePage>(
    named ? withQuery('/admin/messages', { state, address, error, cursor: parameter('cursor'), limit: 50 }) : null,
  );
  const figures = useLoad<Figures>('/admin/figures', RELOAD_MS);
  const errors = load.data?.errors ?? [];
  return html`<${PageHead} title="Messages" note=${queueNote(figures.data?.messages)}>
      <${SearchField} label="Address" example="Exact address or number" value=${address} onChange=${(value: string) => setParameters({ address: value, cursor: '', suppressed: '' })} /><//>
    ${figures.data ? html`<${QuerySource} reads="auth.messages" ms=${figures.ms} rule="auth_api.get_figures" />` : null}
    ${errors.length === 0 ? null : html`<${Errors} errors=${errors} />`}
    ${named ? html`<div class="list-head"><${ButtonGroup} label="State" value=${state} options=${STATES} onChange=${(value: string) => setParameters({ state: value, cursor: '' })} />${error ? html`<span class="badge">answer: <${Name} text=${error} /></span><button type="button" class="text" onClick=${() => setParameters({ error: '', cursor: '' })}>Remove the filter</button>${can('administer') ? html`<button type="button" onClick=${() => retryAll(error, load.again)}>Retry all…</button>` : null}` : null}</div>` : null}
    <${List} load=${load} label="Messages" columns=${columns(load.again)} rowsOf=${(data: MessagePage) => data.messages} keyOf=${(message: Message) => message.id} selection=${can('support') ? selection(load.again) : undefined}
      empty=${{ title: 'No messages', text: state + address + error !== '' ? 'No message matches the filter.' : 'Mails and SMS appear here when a sign-up, a recovery or a change of address queues them.' }}
      unnamed="Type the exact address or number." />
    ${named ? html`<${Suppressions} address=${address} />` : null}`;
}

/** Maximum number of messages that one dialog retries. */
const MOST_RETRIED = 200;

/** Asks for confirmation, then retries the messages with the given error, at most the 200 newest. */
async function retryAll(error: string, again: () => void): Promise<void> {
  const ids: string[] = [];
  let cursor: string | undefined = '';
  // A page may have no message that can be retried although later pages have some.
  while (cursor !== undefined && ids.length < MOST_RETRIED) {
    const page: MessagePage = await call(withQuery('/admin/messages', { error, limit: MOST_RETRIED, cursor }));
    ids.push(...page.messages.filter(mayRetry).map(({ id }) => id));
    cursor = page.pagination.has_more ? page.pagination.next_cursor : undefined;
  }
  if (ids.length === 0) return showToast('No message with this answer can be retried.');
  openDialog(retryMessagesAction(ids.slice(0, MOST_RETRIED), error), again);
}

const Errors = ({ errors }: { errors: readonly { error: string; messages: number }[] }): View => {
  const most = errors[0]?.messages ?? 1;
  const all = errors.reduce((sum, { messages }) => sum + messages, 0);
  return html`<${Card} title=${`${formatCount(all, 'message')} failed or expired today`} note="By the answer of the server" class="spaced"><ol class="bars">${errors.slice(0, 6).map(({ error, messages }) => html`<li><${Link} to=${withQuery('/messages', error === '' ? { state: 'expired' } : { error })}><span class="bar-name"><span><${Name} text=${error || 'no answer before it expired'} /></span><b>${formatNumber(messages)}</b></span><span class="bar"><i style=${{ width: `${(messages / most) * 100}%` }}></i></span><//></li>`)}</ol><//>`;
};

/** Lists suppressed addresses, or only the given one. */
function Suppressions({ address }: { address: string }): View {
  const load: LoadState<SuppressionPage> = useLoad<SuppressionPage>(
    withQuery('/admin/suppressions', { address, cursor: parameter('suppressed'), limit: 50 }),
  );
  const [typed, type] = useState('');
  const add = (event: Event): void => {
    event.preventDefault();
    openDialog(suppressAddressAction(typed.trim()), load.again);
  };
  return html`<${Card} title="Suppressed addresses" note="Nothing is sent to them: a mailbox is gone, or its owner complained." class="after" aside=${
    can('administer')
      ? html`<form class="actions" onSubmit=${add}><${Input} class="filter" required aria-label="Address to suppress" placeholder="Address or number" value=${typed} onInput=${type} /><button type="submit">Suppress…</button></form>`
      : null
  }><${Panel} load=${load} rows=${2}>${({ suppressions, pagination }: SuppressionPage): Children =>
    html`${
      suppressions.length === 0
        ? html`<p class="quiet">${address === '' ? 'No address is suppressed.' : 'This address is not suppressed.'}</p>`
        : html`<${Table} class="" label="Suppressed addresses" rows=${suppressions} columns=${[
            { title: 'Address', cell: (row: { address: string }) => html`<${Name} text=${row.address} />` },
            { title: 'Reason', cell: (row: { reason: string }) => html`<${Badge}>${row.reason}<//>` },
            {
              title: 'Since',
              wide: true,
              cell: (row: { created_at: string }) => html`<${Time} at=${row.created_at} />`,
            },
            {
              title: '',
              right: true,
              cell: (row: { address: string }) =>
                can('administer')
                  ? html`<button type="button" class="text" aria-label=${`Allow mails to ${showHidden(row.address)}`} onClick=${() => openDialog(endSuppressionAction(row.address), load.again)}>Allow</button>`
                  : '',
            },
          ]} />`
    }<${Pages} pagination=${pagination} found=${suppressions.length} cursor="suppressed" />`}<//><//>`;
}
