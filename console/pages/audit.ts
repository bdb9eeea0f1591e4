// Page of the audit log, with filters in the URL, and its export.
import type { User } from './actions.ts';
import { call, can, type LoadState, useLoad, withQuery } from './api.ts';
import { describeDevice, formatDate, formatTime, withSpaces } from './format.ts';
import { Icon } from './icons.ts';
import { Link, parameter, setParameters } from './navigation.ts';
import { ButtonGroup, Name, PageHead, SearchField, saveText, showToast } from './parts.ts';
import { type Column, List, type Pagination } from './table.ts';
import { type Children, html, type View } from './view.ts';

interface Entry {
  id: string;
  created_at: string;
  actor_id: string;
  actor_username: string;
  actions: readonly string[];
  traits: Readonly<Record<string, unknown>> | null;
  ip_address: string | null;
  user_agent: string | null;
  request_id: string | null;
}

interface AuditPage {
  entries: Entry[];
  pagination: Pagination;
}

const NOBODY = '00000000-0000-0000-0000-000000000000';

const Actor = ({ entry }: { entry: Entry }): View => {
  const name = html`<${Name} text=${entry.actor_username || entry.actor_id} />`;
  return entry.actor_id === NOBODY ? html`${name}` : html`<${Link} to=${`/users/${entry.actor_id}`}>${name}<//>`;
};

/**
 * Links to the user on whom the actor of the entry acted. Shows nothing if that is the actor, or if the entry names no
 * user.
 */
function AuditSubject({ entry }: { entry: Entry }): View | null {
  const { traits } = entry;
  const id = String(traits?.user_id ?? '');
  if (id === '' || id === entry.actor_id) return null;
  return html`<${Link} to=${`/users/${id}`}><${Name} text=${String(traits?.user_email || traits?.user_phone || id)} /><//>`;
}

const changed = ({ traits }: Entry): Children =>
  Array.isArray(traits?.changed) ? html` <code>${traits.changed.join(', ')}</code>` : null;

const COLUMNS: readonly Column<Entry>[] = [
  {
    title: 'When, UTC',
    nowrap: true,
    cell: ({ created_at }) =>
      html`<time datetime=${created_at} title=${new Date(created_at).toLocaleString()}>${formatDate(created_at)}, ${formatTime(created_at)}</time>`,
  },
  {
    title: 'Action',
    cell: (entry) =>
      html`${entry.actions.map((action) => html`<${Link} to=${withQuery('/audit', { action })} class="action">${withSpaces(action)}<//> `)}${changed(entry)}<span class="quiet under narrow-only">by <${Actor} entry=${entry} /></span><span class="under narrow-only"><${AuditSubject} entry=${entry} /></span>`,
  },
  { title: 'By', wide: true, cell: (entry) => html`<${Actor} entry=${entry} />` },
  { title: 'About', wide: true, cell: (entry) => html`<${AuditSubject} entry=${entry} />` },
  {
    title: 'From',
    wide: true,
    cell: ({ ip_address, user_agent }) =>
      html`${ip_address ? html`<${Link} to=${withQuery('/audit', { ip: ip_address })}><code>${ip_address}</code><//>` : null}<span class="quiet under">${user_agent ? describeDevice(user_agent) : ''}</span>`,
  },
];

const FILTERS = ['action', 'actor', 'user', 'ip', 'request', 'since', 'until'] as const;
const MOST_LINES = 10_000;

/** Converts the filters in the URL to parameters of the API. */
const query = () => ({
  action: parameter('action'),
  actor_id: parameter('actor'),
  user_id: parameter('user'),
  ip: parameter('ip'),
  request_id: parameter('request'),
  since: parameter('since'),
  until: parameter('until'),
});

const MEMBERS = [
  'created_at',
  'id',
  'actor_id',
  'actor_username',
  'actions',
  'traits',
  'ip_address',
  'user_agent',
  'request_id',
] as const;

/**
 * Quotes a cell. Escapes a text that a spreadsheet would run as a formula, because users choose their names. Some
 * spreadsheets also accept the full-width forms of the signs.
 */
function formatCsvCell(value: unknown): string {
  const text = typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value);
  return `"${(/^[=+\-@＝＋－＠\t\r\n]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
}

/** Fetches the filtered entries page by page, at most about MOST_LINES, and saves them as one file. */
async function exportEntries(format: 'csv' | 'jsonl'): Promise<void> {
  const lines: string[] = format === 'csv' ? [MEMBERS.join(',')] : [];
  for (let cursor = '', more = true; more && lines.length < MOST_LINES; ) {
    const page: AuditPage = await call(withQuery('/admin/audit', { ...query(), cursor, limit: 200 }));
    for (const entry of page.entries)
      lines.push(
        format === 'csv' ? MEMBERS.map((name) => formatCsvCell(entry[name])).join(',') : JSON.stringify(entry),
      );
    cursor = page.pagination.next_cursor ?? '';
    more = page.pagination.has_more;
  }
  saveText(`audit.${format}`, `${lines.join('\n')}\n`);
}

/** Returns the start of a day in UTC. */
const startOfDay = (days_ago: number): string =>
  `${new Date(Date.now() - days_ago * 86_400_000).toISOString().slice(0, 10)}T00:00:00Z`;

/** Filters the log by the actor with this e-mail address. Finds the user first, because the filter needs the id. */
async function findActor(email: string): Promise<void> {
  if (!email.includes('@')) return;
  const { users } = await call<{ users: User[] }>(withQuery('/admin/users', { email, limit: 1 }));
  if (users[0]) setParameters({ actor: users[0].id, cursor: '' });
  else showToast('Nobody has this address.');
}

export function Audit(): View {
  const load: LoadState<AuditPage> = useLoad<AuditPage>(
    can('list') ? withQuery('/admin/audit', { ...query(), cursor: parameter('cursor'), limit: 50 }) : null,
  );
  // A search by IP address or request id has no index. Unless it also names a user, it covers 24 hours by default.
  const any_time = parameter('ip') + parameter('request') === '' || parameter('actor') + parameter('user') !== '';
  const active = FILTERS.filter((name) => parameter(name) !== '');
  const list = html`<${List} load=${load} label="Audit log" columns=${COLUMNS} rowsOf=${(data: AuditPage) => data.entries} keyOf=${(entry: Entry) => entry.id}
      empty=${{ title: 'No entries', text: 'Nothing of this kind has happened, or it is older than the log. An IP address or a request id is looked for in the last 24 hours.' }}
      unnamed="The page of a user shows what happened to the user." />`;
  if (!can('list')) return html`<${PageHead} title="Audit log" />${list}`;
  return html`<${PageHead} title="Audit log" note="Newest first. An action, an address or a name opens what belongs to it.">
      <button type="button" onClick=${() => exportEntries('csv')}><${Icon} name="down" />CSV</button><button type="button" onClick=${() => exportEntries('jsonl')}><${Icon} name="down" />JSON lines</button><//>
    <div class="list-head">${any_time ? html`<${ButtonGroup} label="Time" value=${parameter('since')} options=${[['', 'All'], [startOfDay(0), 'Today'], [startOfDay(7), '7 days'], [startOfDay(30), '30 days']]} onChange=${(since: string) => setParameters({ since, until: '', cursor: '' })} />` : null}<span class="grow"></span><${SearchField} label="Action" example="Action, as in user_modified" value=${parameter('action')} onChange=${(action: string) => setParameters({ action, cursor: '' })} /><${SearchField} label="Address of the actor" example="What an address did" value="" onChange=${findActor} /></div>
    ${active.length === 0 ? null : html`<ul class="filters">${active.map((name) => html`<li class="badge">${name}: <${Name} text=${parameter(name)} /><button type="button" class="text" aria-label=${`Remove the filter ${name}`} onClick=${() => setParameters({ [name]: '', cursor: '' })}><${Icon} name="cross" /></button></li>`)}</ul>`}
    ${list}`;
}
