// Tables and paged lists.
import type { Load } from './api.ts';
import { filter, parameter } from './places.ts';
import { Empty, Panel } from './states.ts';
import { type Children, html, type View } from './view.ts';

export interface Column<T> {
  title: string;
  cell: (row: T) => Children;
  /** Numbers stand on the right. */
  right?: boolean;
  /** Phones leave the column out. */
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
    <thead><tr>${columns.map((column) => html`<th scope="col" class=${kindOf(column)}>${column.title || html`<span class="spoken">Actions</span>`}</th>`)}</tr></thead>
    <tbody>${rows.map((row) => html`<tr key=${keyOf?.(row)}>${columns.map((column) => html`<td class=${kindOf(column)}>${column.cell(row)}</td>`)}</tr>`)}</tbody>
  </table></div>`;

export interface Pagination {
  has_more: boolean;
  next_cursor?: string;
}

interface ListProps<T, D extends { pagination?: Pagination }> {
  load: Load<D>;
  label: string;
  columns: readonly Column<T>[];
  rowsOf: (data: D) => readonly T[];
  keyOf: (row: T) => string;
  empty: { title: string; text: Children };
}

/** One page of a keyed list. There are no page numbers: the next page begins after the last row. */
export const List = <T, D extends { pagination?: Pagination }>({
  load,
  label,
  columns,
  rowsOf,
  keyOf,
  empty,
}: ListProps<T, D>): View =>
  html`<section class="card flush" aria-label=${label}><${Panel} load=${load} rows=${10}>${(data: D) => {
    const rows = rowsOf(data);
    if (rows.length === 0 && !data.pagination?.has_more) return html`<${Empty} title=${empty.title}>${empty.text}<//>`;
    return html`<${Table} label=${label} columns=${columns} rows=${rows} keyOf=${keyOf} /><${Pages} pagination=${data.pagination} found=${rows.length} />`;
  }}<//></section>`;

function Pages({ pagination, found }: { pagination?: Pagination; found: number }): View | null {
  const first = parameter('cursor') === '';
  const more = pagination?.has_more === true && pagination.next_cursor !== undefined;
  if (first && !more) return null;
  // A search reads a bounded number of rows at a time, so a page may be short although more rows follow.
  const note = more && found < 50 ? 'The search has not read everything yet.' : '';
  return html`<div class="pages"><span class="quiet">${note}</span><span class="grow"></span>
    ${first ? null : html`<button type="button" onClick=${() => filter({ cursor: '' })}>First page</button>`}
    ${
      more
        ? html`<button type="button" onClick=${() => {
            filter({ cursor: pagination.next_cursor ?? '' });
            scrollTo(0, 0);
          }}>Next page</button>`
        : null
    }</div>`;
}
