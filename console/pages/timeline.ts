// Timeline of one user: audit log, messages, refused requests and webhook events, newest first.

import { can, type LoadState, useLoad, withQuery } from './api.ts';
import { openDialog } from './dialog.ts';
import { describeDevice, formatDate, formatTime, plainIp, showHidden, withSpaces } from './format.ts';
import { Icon, type IconName } from './icons.ts';
import { Link, parameter, setParameters } from './navigation.ts';
import { Badge, ButtonGroup, Card, Name, QuerySource, RefusedAction, type Tone } from './parts.ts';
import { retryMessageAction } from './service_actions.ts';
import { EmptyState, Panel } from './states.ts';
import type { Pagination } from './table.ts';
import { type Children, html, type View } from './view.ts';

export interface Entry {
  at: string;
  id: string;
  kind: 'audit' | 'message' | 'refusal' | 'webhook';
  what: string;
  details: Readonly<Record<string, unknown>> | null;
  by_administrator?: boolean;
  actor?: string | null;
  ip?: string | null;
  user_agent?: string | null;
  request_id?: string | null;
}

interface TimelinePage {
  entries: Entry[];
  pagination: Pagination;
}

interface EntryGroup extends Entry {
  times: number;
  first: string;
}

const SAID: Readonly<Record<string, readonly [text: string, icon: IconName, tone: Tone]>> = {
  login: ['Signed in', 'in', 'good'],
  logout: ['Signed out', 'out', ''],
  token_refreshed: ['Session refreshed', 'refresh', ''],
  token_revoked: ['Session ended', 'out', ''],
  user_signedup: ['Signed up', 'plus', 'info'],
  user_invited: ['Was invited', 'send', 'info'],
  user_modified: ['Changed the account', 'edit', ''],
  user_deleted: ['Was deleted', 'cross', 'bad'],
  user_recovery_requested: ['Asked for a recovery mail', 'keys', ''],
  user_updated_password: ['Changed the password', 'keys', 'info'],
  user_confirmation_requested: ['Asked for a confirmation mail', 'messages', ''],
  sign_in_refused: ['Sign-in refused', 'cross', 'bad'],
  oauth_consent_granted: ['Gave an application access', 'providers', 'info'],
  user_repeated_signup: ['Signed up once more', 'plus', ''],
  factor_in_progress: ['Began to add a second factor', 'keys', ''],
  challenge_created: ['Was asked for a second factor', 'keys', ''],
  verification_attempted: ['Answered with a second factor', 'keys', ''],
};

const MAILS: Readonly<Record<string, string>> = {
  confirmation: 'Confirmation',
  recovery: 'Recovery',
  magic_link: 'Sign-in',
  invite: 'Invitation',
  email_change: 'Change of address',
  reauthentication: 'Reauthentication',
};

export const MESSAGE_TONES: Readonly<Record<string, Tone>> = {
  sent: 'good',
  delivered: 'good',
  queued: 'info',
  sending: 'info',
  failed: 'bad',
  expired: 'warn',
};

const BY_ADMINISTRATORS: Readonly<Record<string, string>> = {
  user_signedup: 'An administrator created the account',
  user_invited: 'An administrator invited the user',
  user_deleted: 'An administrator deleted the account',
  token_revoked: 'An administrator ended sessions',
};

/**
 * Describes an action of an administrator. For a change of the account, lists the changed members if the log has them.
 */
function changedBy(entry: Entry): Children {
  const changed = entry.details?.changed;
  const names = Array.isArray(changed) ? changed.map(String) : [];
  if (entry.what !== 'user_modified')
    return BY_ADMINISTRATORS[entry.what] ?? `An administrator: ${withSpaces(entry.what)}`;
  return names.length === 0
    ? 'An administrator changed the account'
    : html`An administrator changed <code>${names.join(', ')}</code>`;
}

function describeEntry(entry: Entry): { text: Children; icon: IconName; tone: Tone } {
  const state = String(entry.details?.state ?? '');
  const badge = html`<${Badge} tone=${MESSAGE_TONES[state] ?? ''}>${state}<//>`;
  if (entry.kind === 'refusal')
    return {
      text: html`Refused: <code>${entry.what}</code>`,
      icon: entry.what === 'user_banned' ? 'ban' : 'cross',
      tone: 'bad',
    };
  if (entry.kind === 'message') {
    const name = MAILS[entry.what] ?? withSpaces(entry.what);
    return {
      text: html`${name} ${entry.details?.channel === 'sms' ? 'SMS' : 'mail'} ${badge}`,
      icon: 'messages',
      tone: '',
    };
  }
  if (entry.kind === 'webhook')
    return { text: html`Webhook event <code>${entry.what}</code> ${badge}`, icon: 'webhooks', tone: '' };
  if (entry.by_administrator) return { text: changedBy(entry), icon: 'bolt', tone: 'warn' };
  const [text, icon, tone] = SAID[entry.what] ?? [withSpaces(entry.what), 'more', ''];
  return { text, icon, tone };
}

/** Removes the audit entry `sign_in_refused` of each request that also has an entry as a refused request. */
function withoutDuplicates(entries: readonly Entry[]): Entry[] {
  const refused = new Set(entries.filter(({ kind }) => kind === 'refusal').map(({ request_id }) => request_id));
  return entries.filter(
    ({ kind, what, request_id }) => kind !== 'audit' || what !== 'sign_in_refused' || !refused.has(request_id),
  );
}

/** Groups equal, consecutive refusals from one IP address on the same day. */
function groupRefusals(entries: readonly Entry[]): EntryGroup[] {
  const groups: EntryGroup[] = [];
  for (const entry of entries) {
    const last = groups.at(-1);
    const same =
      last !== undefined &&
      entry.kind === 'refusal' &&
      last.kind === 'refusal' &&
      last.what === entry.what &&
      last.ip === entry.ip &&
      formatDate(last.at) === formatDate(entry.at);
    if (same) Object.assign(last, { times: last.times + 1, first: entry.at });
    else groups.push({ ...entry, times: 1, first: entry.at });
  }
  return groups;
}

const FILTERS = [
  ['', 'Everything'],
  ['audit', 'Audit log'],
  ['refusal', 'Refusals'],
  ['message', 'Messages'],
  ['webhook', 'Webhooks'],
] as const;

const READS = 'auth.audit_log, auth.messages, auth.refusals, auth.webhook_events';

interface EntryProps {
  /** IP addresses of the user's newest sessions, at most 50. Null before they are loaded. */
  known: ReadonlySet<string> | null;
}

export function Timeline({ id, known }: EntryProps & { id: string }): View {
  const kind = parameter('show');
  const load: LoadState<TimelinePage> = useLoad<TimelinePage>(
    withQuery(`/admin/users/${encodeURIComponent(id)}/timeline`, { kind, cursor: parameter('cursor'), limit: 60 }),
  );
  return html`<${Card} title="Timeline" note="Audit log, messages, refused requests and webhooks. Times in UTC." class="timeline-card">
    <${ButtonGroup} label="Show" value=${kind} options=${FILTERS} onChange=${(show: string) => setParameters({ show, cursor: '' })} />
    <${Panel} load=${load} rows=${6}>${({ entries, pagination }: TimelinePage): Children =>
      entries.length === 0
        ? html`<${EmptyState} title="Nothing of this kind has happened">Refused requests are kept for seven days, the audit log for longer.<//>`
        : html`${entriesByDay(entries, { known }, load.again)}<div class="pages">${parameter('cursor') ? html`<button type="button" onClick=${() => setParameters({ cursor: '' })}>Newest</button>` : null}<span class="grow"></span>${pagination.has_more ? html`<button type="button" onClick=${() => setParameters({ cursor: pagination.next_cursor ?? '' })}>Older</button>` : null}</div>`}<//>
    <${QuerySource} reads=${READS} ms=${load.ms} rule="auth_api.get_timeline" /><//>`;
}

function entriesByDay(entries: readonly Entry[], props: EntryProps, again: () => void): View[] {
  const today = formatDate(new Date().toISOString());
  return [...new Set(entries.map(({ at }) => formatDate(at)))].map((name) => {
    const own = groupRefusals(withoutDuplicates(entries).filter(({ at }) => formatDate(at) === name));
    return html`<section class="day" key=${name}><h3>${name === today ? 'Today' : name}</h3><ol class="timeline">${own.map((entry) => html`<${TimelineEntry} key=${entry.id} entry=${entry} ...${props} again=${again} />`)}</ol></section>` as View;
  });
}

function TimelineEntry({
  entry,
  known,
  again,
}: EntryProps & {
  entry: EntryGroup;
  again: () => void;
}): View {
  const failed = entry.kind === 'message' && ['failed', 'expired'].includes(String(entry.details?.state));
  const retry = (): void =>
    openDialog(retryMessageAction({ id: entry.id, to: String(entry.details?.to ?? '') }), again);
  const { text, icon, tone } = describeEntry(entry);
  const ip = plainIp(entry.ip ?? null);
  const foreign = entry.kind === 'refusal' && ip !== '' && known !== null && !known.has(ip);
  const error = entry.details?.last_error;
  const refused = entry.details?.retry_refused;
  return html`<li class=${tone}><span class="dot"><${Icon} name=${icon} /></span><div class="event">
      <p class="event-what">${text}${entry.times > 1 ? html` <${Badge} tone="bad">${entry.times} times<//>` : null}${foreign ? html` <${Badge} tone="warn">never signed in from here<//>` : null}</p>
      <p class="event-note">${entry.by_administrator ? entry.actor && html`<span>by <${Name} text=${entry.actor} /></span>` : entry.user_agent ? html`<span>${describeDevice(entry.user_agent)}</span>` : null}${ip ? html`<code>${ip}</code>` : null}${entry.details?.to ? html`<span>to <${Name} text=${String(entry.details.to)} /></span>` : null}${error ? html`<span class="ink-bad"><${Name} text=${showHidden(String(error))} /></span>` : null}${entry.kind === 'refusal' && entry.request_id ? html`<${Link} to=${`/why?q=${encodeURIComponent(entry.request_id)}`}>Why?<//>` : null}${failed && can('support') ? (refused ? html`<${RefusedAction} name=${String(refused)} />` : html`<button type="button" class="text" onClick=${retry}>Retry</button>`) : null}</p></div>
    <time datetime=${entry.at} title=${entry.at}>${entry.times > 1 ? `${formatTime(entry.first)}–${formatTime(entry.at)}` : formatTime(entry.at)}</time></li>`;
}
