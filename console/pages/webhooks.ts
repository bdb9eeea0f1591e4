// Page of webhooks, the delivery of their events, and hooks.

import { can, type LoadState, useLoad, withQuery } from './api.ts';
import { openDialog } from './dialog.ts';
import { formatNumber } from './format.ts';
import { Icon } from './icons.ts';
import { Link, parameter, setParameters } from './navigation.ts';
import {
  Badge,
  ButtonGroup,
  Card,
  CopyButton,
  Dialog,
  Field,
  Name,
  PageHead,
  QuerySource,
  RefusedAction,
  Time,
  type Tone,
  withLineBreaks,
} from './parts.ts';
import {
  createWebhookAction,
  deleteWebhookAction,
  dropEventAction,
  retryEventAction,
  retryEventsAction,
  rotateSecretAction,
  testHookAction,
  testWebhookAction,
} from './service_actions.ts';
import { EmptyState, Panel } from './states.ts';
import { type Column, List, type Pagination, type RowSelection, Table } from './table.ts';
import { type HookTestResult, showHookTest, showWebhookTest, type WebhookTestResult } from './test_results.ts';
import { type Children, html, signal, useState, type View } from './view.ts';

export interface Webhook {
  id: string;
  url: string;
  kinds: readonly string[];
  /** Number of signing secrets. */
  secrets: number;
  created_at: string;
  waiting: number;
  failed: number;
}

export interface WebhookEvent {
  id: string;
  webhook_id: string;
  user_id: string | null;
  kind: string;
  state: string;
  tries: number;
  last_error: string | null;
  created_at: string;
  finished_at: string | null;
  /** Name of the error that a retry by the signed-in user would return; null if the retry is allowed. */
  retry_refused: string | null;
}

interface WebhookList {
  events: WebhookEvent[];
  pagination: Pagination;
}

const TONES: Readonly<Record<string, Tone>> = {
  delivered: 'good',
  queued: 'info',
  sending: 'info',
  failed: 'bad',
  dropped: 'warn',
};
const STATES = [
  ['', 'All'],
  ['queued', 'Waiting'],
  ['failed', 'Failed'],
  ['delivered', 'Delivered'],
] as const;

const hasEnded = ({ state }: WebhookEvent): boolean => state === 'failed' || state === 'dropped';

const eventUser = ({ user_id }: WebhookEvent): Children =>
  user_id ? html`<${Link} to=${`/users/${user_id}?show=webhook`}><code>${user_id.slice(0, 8)}</code><//>` : '';

const columns = (again: () => void): readonly Column<WebhookEvent>[] => [
  {
    title: 'Event',
    cell: (event) =>
      html`<code>${event.kind}</code><span class="quiet under narrow-only">${eventUser(event)} <${Time} at=${event.created_at} /></span>`,
  },
  { title: 'State', cell: ({ state }) => html`<${Badge} tone=${TONES[state] ?? ''}>${state}<//>` },
  { title: 'User', wide: true, cell: eventUser },
  { title: 'Tries', right: true, wide: true, cell: ({ tries }) => tries },
  {
    title: 'Last answer',
    wide: true,
    cell: ({ last_error }) => (last_error ? html`<span class="clamp"><${Name} text=${last_error} /></span>` : ''),
  },
  { title: 'When', nowrap: true, wide: true, cell: ({ created_at }) => html`<${Time} at=${created_at} />` },
  {
    title: '',
    right: true,
    cell: (event) => {
      const ended = hasEnded(event);
      if (ended && can('support') && event.retry_refused) return html`<${RefusedAction} name=${event.retry_refused} />`;
      return html`${ended && can('support') ? html`<button type="button" class="text" aria-label=${`Retry ${event.kind}`} onClick=${() => openDialog(retryEventAction(event), again)}>Retry</button>` : null}${['queued', 'failed'].includes(event.state) && can('administer') ? html`<button type="button" class="text" aria-label=${`Drop ${event.kind}`} onClick=${() => openDialog(dropEventAction(event), again)}>Drop</button>` : null}`;
    },
  },
];

const selection = (again: () => void): RowSelection<WebhookEvent> => ({
  allows: (event) => hasEnded(event) && !event.retry_refused,
  nameOf: ({ kind, user_id }) => `${kind} of ${user_id?.slice(0, 8) ?? 'nobody'}`,
  actions: (events) =>
    html`<button type="button" onClick=${() => openDialog(retryEventsAction(events.map(({ id }) => id)), again)}>Retry them…</button>`,
});

export function Webhooks(): View {
  const webhook_id = parameter('webhook');
  const state = parameter('state');
  const hooks: LoadState<{ webhooks: Webhook[]; kinds: readonly string[] }> = useLoad('/admin/webhooks');
  const load: LoadState<WebhookList> = useLoad<WebhookList>(
    withQuery('/admin/webhook-events', { webhook_id, state, cursor: parameter('cursor'), limit: 50 }),
  );
  const again = (): void => {
    hooks.again();
    load.again();
  };
  return html`<${PageHead} title="Webhooks and hooks" note="Your servers that are notified of changes to users. A user's events arrive in their order.">${
    can('administer')
      ? html`<button type="button" onClick=${() => {
          adding.value = true;
        }}><${Icon} name="plus" />Add…</button>`
      : null
  }<//>
    <${Panel} load=${hooks} rows=${3}>${({ webhooks }: { webhooks: Webhook[] }): Children =>
      webhooks.length === 0
        ? html`<div class="card spaced"><${EmptyState} title="There is no webhook yet">Add the URL of a server of yours. Each event is signed with its secret.<//></div>`
        : html`<div class="hooks">${webhooks.map((hook) => html`<${Hook} hook=${hook} chosen=${hook.id === webhook_id} again=${again} />`)}</div><${QuerySource} reads=${['auth.webhooks', 'auth.webhook_events']} ms=${hooks.ms} rule="auth_api.list_webhooks" />`}<//>
    <div class="list-head"><${ButtonGroup} label="State" value=${state} options=${STATES} onChange=${(value: string) => setParameters({ state: value, cursor: '' })} />${webhook_id ? html`<button type="button" class="text" onClick=${() => setParameters({ webhook: '', cursor: '' })}>Events of all webhooks</button>` : null}</div>
    <${List} load=${load} label="Events" columns=${columns(again)} rowsOf=${(data: WebhookList) => data.events} keyOf=${(event: WebhookEvent) => event.id} selection=${can('support') ? selection(again) : undefined}
      empty=${{ title: 'No events', text: state + webhook_id !== '' ? 'No event matches the filter.' : 'An event is queued in the transaction that changes a user.' }} />
    <${Hooks} /><${AddDialog} all=${hooks.data?.kinds ?? []} again=${again} /><${SecretDialog} />`;
}

const adding = signal(false);
const secret = signal('');
const showSecret = (answer: unknown): void => {
  secret.value = (answer as { secret?: string }).secret ?? '';
};

function AddDialog({ all, again }: { all: readonly string[]; again: () => void }): View {
  const close = (): void => {
    adding.value = false;
  };
  const [url, type] = useState('https://');
  const [kinds, choose] = useState<readonly string[]>(['user.created', 'user.updated', 'user.deleted']);
  const next = (event: Event): void => {
    event.preventDefault();
    close();
    openDialog(createWebhookAction(url.trim(), kinds), (answer) => {
      again();
      showSecret(answer);
    });
  };
  const turn = (kind: string): void =>
    choose(kinds.includes(kind) ? kinds.filter((one) => one !== kind) : [...kinds, kind]);
  return html`<${Dialog} open=${adding.value} label="add-title" onClose=${close}><form onSubmit=${next}><h2 id="add-title">Add a webhook</h2>
    <${Field} label="URL" type="url" required value=${url} onInput=${type} />
    <fieldset class="kinds"><legend>Events</legend>${all.map((kind) => html`<label><input type="checkbox" checked=${kinds.includes(kind)} onChange=${() => turn(kind)} /><code>${kind}</code></label>`)}</fieldset>
    <div class="dialog-foot"><button type="button" onClick=${close}>Cancel</button><button type="submit" class="primary" disabled=${kinds.length === 0}>Go on</button></div></form><//>`;
}

/** Dialog with a new secret, which is shown only once. */
function SecretDialog(): View {
  return html`<${Dialog} open=${secret.value !== ''} label="secret-title" onClose=${() => {
    secret.value = '';
  }}><h2 id="secret-title">The signing secret</h2><p class="quiet">It is not shown again. Give it to the server that receives the events.</p>
    <div class="copy-box"><pre class="json" tabindex="0" role="region" aria-label="Signing secret">${secret.value}</pre><${CopyButton} text=${secret.value} label="Copy" /></div>
    <form method="dialog" class="dialog-foot"><button type="submit" class="primary">I have kept it</button></form><//>`;
}

interface HookRow {
  name: string;
  enabled: boolean;
  target: string | null;
}

/** Lists the hooks of the settings with their targets, and buttons that test them. */
function Hooks(): View {
  const load: LoadState<{ hooks: HookRow[] }> = useLoad('/admin/hooks');
  return html`<${Card} title="Hooks" note="Your functions and servers that a request asks. They come from the settings." class="after"><${Panel} load=${load}>${({
    hooks,
  }: {
    hooks: HookRow[];
  }): Children =>
    html`<${Table} class="" label="Hooks" rows=${hooks} columns=${[
      { title: 'Hook', cell: ({ name }: HookRow) => html`<code>${withLineBreaks(name)}</code>` },
      { title: 'Asks', wide: true, cell: ({ target }: HookRow) => (target ? html`<code>${target}</code>` : '') },
      {
        title: 'State',
        right: true,
        cell: ({ enabled }: HookRow) =>
          html`<${Badge} tone=${enabled ? 'good' : ''}>${enabled ? 'enabled' : 'off'}<//>`,
      },
      {
        title: '',
        right: true,
        cell: ({ name, enabled }: HookRow) =>
          enabled && can('administer')
            ? html`<button type="button" class="text" aria-label=${`Test the hook ${name}`} onClick=${() => openDialog(testHookAction(name), (answer) => showHookTest(answer as HookTestResult))}>Test</button>`
            : '',
      },
    ]} />`}<//><//>`;
}

const Hook = ({ hook, chosen, again }: { hook: Webhook; chosen: boolean; again: () => void }): View =>
  html`<${Card} title=${new URL(hook.url).host} class=${chosen ? 'chosen' : ''} aside=${hook.failed > 0 ? html`<${Badge} tone="bad">${formatNumber(hook.failed)} failed<//>` : hook.waiting > 0 ? html`<${Badge} tone="info">${formatNumber(hook.waiting)} waiting<//>` : html`<${Badge} tone="good">nothing waits<//>`}>
    <p class="quiet"><code><${Name} text=${hook.url} /></code></p><p class="quiet small">${hook.kinds.join(', ')}</p>
    <div class="card-foot"><${Link} to=${withQuery('/webhooks', { webhook: hook.id })}>Events<//>${
      can('administer')
        ? html`<button type="button" class="text" aria-label=${`Test the webhook ${new URL(hook.url).host}`} onClick=${() => openDialog(testWebhookAction(hook), (answer) => showWebhookTest(new URL(hook.url).host, answer as WebhookTestResult))}>Test</button><button type="button" class="text" aria-label=${`${hook.secrets > 1 ? 'Finish rotation' : 'Rotate secret'} of ${new URL(hook.url).host}`} onClick=${() =>
            openDialog(rotateSecretAction(hook), (answer) => {
              again();
              showSecret(answer);
            })}>${hook.secrets > 1 ? 'Finish rotation' : 'Rotate secret'}</button><button type="button" class="text" aria-label=${`Delete the webhook ${new URL(hook.url).host}`} onClick=${() => openDialog(deleteWebhookAction(hook), again)}>Delete</button>`
        : null
    }</div><//>`;
