// Tables and paged lists.
import { call, type LoadState, mayReload, RELOAD_MS } from './api.ts';
import { formatCount } from './format.ts';
import { parameter, setParameters } from './navigation.ts';
import { EmptyState, Panel } from './states.ts';
import { type Children, html, useEffect, useLayoutEffect, useState, type View } from './view.ts';

export interface Column<T> {
  title: string;
  /** True if the title is for screen readers only. */
  hidden?: boolean;
  cell: (row: T) => Children;
  /** True to align the column right, for numbers. */
  right?: boolean;
  /** True to hide the column on phones. */
  wide?: boolean;
  nowrap?: boolean;
}

interface TableProps<T> {
  label: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  keyOf?: (row: T) => string;
  class?: string;
}

const kindOf = ({ right, wide, nowrap }: { right?: boolean; wide?: boolean; nowrap?: boolean }): string =>
  [right && 'right', wide && 'wide-only', nowrap && 'nowrap'].filter(Boolean).join(' ');

export const Table = <T>({ label, columns, rows, keyOf, ...rest }: TableProps<T>): View =>
  html`<div class="scroll" tabindex="0" role="region" aria-label=${`${label}, table`}><table class=${rest.class ?? 'list'} aria-label=${label}>
    <thead><tr>${columns.map((column) => html`<th scope="col" class=${kindOf(column)}>${column.title && !column.hidden ? column.title : html`<span class="spoken">${column.title || 'Actions'}</span>`}</th>`)}</tr></thead>
    <tbody>${rows.map((row) => html`<tr key=${keyOf?.(row)}>${columns.map((column) => html`<td class=${kindOf(column)}>${column.cell(row)}</td>`)}</tr>`)}</tbody>
  </table></div>`;

export interface Pagination {
  has_more: boolean;
  next_cursor?: string;
}

/** Selection of rows for an action on several rows. */
export interface RowSelection<T> {
  /** Returns true if a row can be marked. */
  allows: (row: T) => boolean;
  /** Returns the name of a row, for screen readers. */
  nameOf: (row: T) => string;
  /** Returns the buttons for the marked rows. */
  actions: (rows: readonly T[]) => Children;
}

interface ListProps<T, D extends { pagination?: Pagination }> {
  load: LoadState<D>;
  label: string;
  columns: readonly Column<T>[];
  rowsOf: (data: D) => readonly T[];
  keyOf: (row: T) => string;
  empty: { title: string; text: Children };
  /** Advice if the list is not loaded because the role may not list people. */
  unnamed?: string;
  selection?: RowSelection<T>;
}

const isFirst = (path: string | null): path is string => path !== null && !/[?&]cursor=/.test(path);

/**
 * On the first page of a list, returns the number of entries that are newer than the displayed ones, and whether there
 * may be more. The displayed list does not move, to avoid wrong clicks.
 */
function useNewRows<T, D>(
  load: LoadState<D>,
  o: { rowsOf: (data: D) => readonly T[]; keyOf: (row: T) => string },
): { entries: number; more: boolean } {
  const [found, set] = useState({ at: 0, entries: 0, more: false });
  const { path, data, at } = load;
  useEffect(() => {
    if (!isFirst(path) || data === null) return;
    const [first] = o.rowsOf(data);
    const known = first === undefined ? null : o.keyOf(first);
    const timer = setInterval(async () => {
      if (!mayReload()) return;
      const newest = await call<D>(path, { poll: true }).catch(load.fail);
      if (!newest) return;
      const keys = o.rowsOf(newest).map(o.keyOf);
      const place = known === null ? keys.length : keys.indexOf(known);
      // The first row may have been deleted. The number of new entries is then unknown.
      set({ at, entries: place < 0 ? keys.length : place, more: place < 0 });
    }, RELOAD_MS);
    return () => clearInterval(timer);
  }, [path, at]);
  return found.at === at ? found : { entries: 0, more: false };
}

/** Returns the column of marks, and the bar with the actions for the marked rows. */
function useRowSelection<T, D>(
  { path, data, at }: LoadState<D>,
  o: { rowsOf: (data: D) => readonly T[]; keyOf: (row: T) => string; selection: RowSelection<T> | undefined },
): { columns: readonly Column<T>[]; bar: View | null } {
  const [keys, mark] = useState<readonly string[]>([]);
  // Removes the marks, because a reload may have replaced the rows. A layout effect runs before the next key or click.
  useLayoutEffect(() => mark([]), [path, at]);
  const { selection, keyOf } = o;
  if (selection === undefined) return { columns: [], bar: null };
  const marked = (data === null ? [] : o.rowsOf(data)).filter((row) => keys.includes(keyOf(row)));
  const turn = (key: string): void => mark(keys.includes(key) ? keys.filter((other) => other !== key) : [...keys, key]);
  const cell = (row: T): Children =>
    selection.allows(row)
      ? html`<input type="checkbox" class="mark" aria-label=${`Mark ${selection.nameOf(row)}`} checked=${keys.includes(keyOf(row))} onChange=${() => turn(keyOf(row))} />`
      : '';
  const bar =
    marked.length === 0
      ? null
      : html`<div class="marked" role="status"><b>${marked.length} marked</b>${selection.actions(marked)}<button type="button" class="text" onClick=${() => mark([])}>Remove the marks</button></div>`;
  const columns =
    data !== null && o.rowsOf(data).some(selection.allows) ? [{ title: 'Marks', hidden: true, wide: true, cell }] : [];
  return { columns, bar: bar as View | null };
}

/** A page of a list with keyset pagination, which has no page numbers. */
export const List = <T, D extends { pagination?: Pagination }>({
  load,
  label,
  columns,
  rowsOf,
  keyOf,
  empty,
  unnamed,
  selection,
}: ListProps<T, D>): View => {
  const { entries, more } = useNewRows(load, { rowsOf, keyOf });
  const marks = useRowSelection(load, { rowsOf, keyOf, selection });
  if (load.path === null)
    return html`<div class="card"><${EmptyState} title="Whom do you look for?">Your role shows no lists of people. ${unnamed}<//></div>`;
  return html`${entries === 0 ? null : html`<p class="newer" role="status"><button type="button" class="text" onClick=${load.again}>${more ? `${entries} or more newer entries` : formatCount(entries, 'newer entry', 'newer entries')}: show</button></p>`}<section class="card flush" aria-label=${label}><${Panel} load=${load} rows=${10}>${(
    data: D,
  ) => {
    const rows = rowsOf(data);
    if (rows.length === 0 && !data.pagination?.has_more)
      return html`<${EmptyState} title=${empty.title}>${empty.text}<//>`;
    return html`${marks.bar}<${Table} label=${label} columns=${[...marks.columns, ...columns]} rows=${rows} keyOf=${keyOf} /><${Pages} pagination=${data.pagination} found=${rows.length} />`;
  }}<//></section>`;
};

interface PagesProps {
  pagination?: Pagination;
  found: number;
  /** Maximum number of rows of a page. */
  size?: number;
  /** Query parameter of the URL with the cursor. A second list of a page has its own. */
  cursor?: string;
}

export function Pages({ pagination, found, size = 50, cursor = 'cursor' }: PagesProps): View | null {
  const first = parameter(cursor) === '';
  const more = pagination?.has_more === true && pagination.next_cursor !== undefined;
  if (first && !more) return null;
  // A search reads a limited number of rows at a time, so a page may be short although more rows follow.
  const note = more && found < size ? 'The search has not read everything yet.' : '';
  return html`<div class="pages"><span class="quiet">${note}</span><span class="grow"></span>
    ${first ? null : html`<button type="button" onClick=${() => setParameters({ [cursor]: '' })}>First page</button>`}
    ${
      more
        ? html`<button type="button" onClick=${({ currentTarget }: { currentTarget: HTMLElement }) => {
            setParameters({ [cursor]: pagination.next_cursor ?? '' });
            currentTarget.closest('.card')?.scrollIntoView();
          }}>Next page</button>`
        : null
    }</div>`;
}
