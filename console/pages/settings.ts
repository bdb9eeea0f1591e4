// Page of the effective settings with their sources: the changed ones, or all. They cannot be edited.
import { type LoadState, useLoad } from './api.ts';
import { formatCount, withoutBackticks } from './format.ts';
import { parameter, setParameters } from './navigation.ts';
import { Badge, ButtonGroup, PageHead, SearchField } from './parts.ts';
import { EmptyState, Panel } from './states.ts';
import { type Column, Table } from './table.ts';
import { html, type View } from './view.ts';

interface Setting {
  name: string;
  value: unknown;
  source: string;
  default: unknown;
  secret: boolean;
  meaning: string;
}

const textOf = (value: unknown): string =>
  Array.isArray(value) ? value.join(', ') : typeof value === 'object' ? JSON.stringify(value) : String(value);

const Value = ({ value }: { value: unknown }): View => {
  const text = value === null || value === undefined ? '' : textOf(value);
  return text === '' ? html`<span class="quiet">empty</span>` : html`<code class="setting"><bdi>${text}</bdi></code>`;
};

/** Returns true if a secret is set, in which case its value is a mask. */
const isSet = (value: unknown): boolean => value === '***';

/** Returns true if a setting has neither its default nor a value derived from other settings. */
const isChanged = ({ source }: Setting): boolean => source !== 'default' && source !== 'derived';

const SOURCES: Readonly<Record<string, string>> = {
  default: 'default',
  derived: 'from other settings',
  start: 'the embedded start',
  variable: 'environment',
};

const Source = ({ source }: { source: string }): View =>
  source in SOURCES
    ? html`<span class="quiet">${SOURCES[source]}</span>`
    : html`<code class="setting">${source}</code>`;

const COLUMNS: readonly Column<Setting>[] = [
  {
    title: 'Setting',
    cell: ({ name, meaning }) =>
      html`<span class="setting-name"><code>${name}</code><span class="quiet">${withoutBackticks(meaning)}</span></span>`,
  },
  {
    title: 'Value',
    cell: ({ value, secret }) =>
      secret ? html`<${Badge}>${isSet(value) ? 'set' : 'not set'}<//>` : html`<${Value} value=${value} />`,
  },
  {
    title: 'Source',
    wide: true,
    cell: ({ name, source }) => html`<${Source} source=${source === name ? 'variable' : source} />`,
  },
];

export function Settings(): View {
  const search = parameter('q').toLowerCase();
  const all = parameter('show') === 'all' || search !== '';
  const load: LoadState<{ settings: Setting[] }> = useLoad('/admin/settings');
  return html`<${PageHead} title="Settings" note="The settings in force in the process that answers. Change them in its environment and restart it.">
      <${SearchField} label="Search settings" example="Name or meaning" value=${parameter('q')} onChange=${(q: string) => setParameters({ q })} /><//>
    <div class="list-head"><${ButtonGroup} label="Which" value=${all ? 'all' : ''} options=${[['', 'Changed'], ['all', 'All']]} onChange=${(show: string) => setParameters({ show, q: '' })} /></div>
    <section class="card flush" aria-label="Settings"><${Panel} load=${load} rows=${10}>${({
      settings,
    }: {
      settings: Setting[];
    }) => {
      const found = settings
        .filter((setting) => all || isChanged(setting))
        .filter(({ name, meaning }) => `${name} ${meaning}`.toLowerCase().includes(search));
      return found.length === 0
        ? html`<${EmptyState} title="No setting matches">${search ? 'Search a part of a name or of a meaning.' : 'Every setting has its default.'}<//>`
        : html`<${Table} label="Settings" columns=${COLUMNS} rows=${found} keyOf=${(setting: Setting) => setting.name} /><p class="table-note quiet">${formatCount(found.length, 'setting')} of ${settings.length}. Values of secrets are never sent.</p>`;
    }}<//></section>`;
}
