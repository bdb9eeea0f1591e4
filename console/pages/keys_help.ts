// Keyboard shortcuts for search, pages and rows. None of them changes data.
import { finderOpen } from './finder.ts';
import { Dialog } from './parts.ts';
import { navigate, usefulPages } from './places.ts';
import { html, signal, type View } from './view.ts';

const helping = signal(false);

const KEYS: readonly (readonly [keys: string, meaning: string])[] = [
  ['/ or Ctrl K', 'Search'],
  ['j and k', 'Next and previous row'],
  ['Enter', 'Open the row'],
  ['x', 'Mark the row, to retry several'],
  ['?', 'This list'],
  ['Esc', 'Close'],
];

/** Moves the focus to the next or previous row: to its first link, or to its first button if it has no link. */
function moveRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll('main tbody tr')]
    .map((row) => ({ row, target: row.querySelector<HTMLElement>('a') ?? row.querySelector<HTMLElement>('button') }))
    .filter(({ target }) => target !== null);
  const at = rows.findIndex(({ row }) => row.contains(document.activeElement));
  rows[at < 0 ? (step === 1 ? 0 : rows.length - 1) : at + step]?.target?.focus();
}

/** Toggles the mark of the row that has the focus. */
function markRow(): void {
  document.activeElement?.closest('tr')?.querySelector<HTMLInputElement>('.mark')?.click();
}

/** Installs the shortcuts. Returns a function that removes them. */
export function addKeys(): () => void {
  let before = '';
  const press = (event: KeyboardEvent): void => {
    const typing = (event.target as Element).closest('input:not(.mark), textarea, select');
    if ((event.key === 'k' && (event.metaKey || event.ctrlKey)) || (event.key === '/' && !typing)) {
      event.preventDefault();
      finderOpen.value = true;
      return;
    }
    if (typing || event.metaKey || event.ctrlKey || event.altKey || document.querySelector('dialog[open]')) return;
    const page = before === 'g' ? usefulPages().find(({ key }) => key === event.key) : undefined;
    before = event.key;
    if (page) navigate(page.path);
    else if (event.key === 'j') moveRow(1);
    else if (event.key === 'k') moveRow(-1);
    else if (event.key === 'x') markRow();
    else if (event.key === '?') helping.value = true;
  };
  addEventListener('keydown', press);
  return () => removeEventListener('keydown', press);
}

export function KeysDialog(): View {
  const pages = usefulPages().flatMap(({ key, name }) => (key ? [[`g ${key}`, name] as const] : []));
  return html`<${Dialog} open=${helping.value} label="keys-title" onClose=${() => {
    helping.value = false;
  }}><h2 id="keys-title">Keys</h2>
    <dl class="keys">${[...KEYS, ...pages].map(([keys, meaning]) => html`<div><dt><kbd>${keys}</kbd></dt><dd>${meaning}</dd></div>`)}</dl>
    <form method="dialog" class="dialog-foot"><button type="submit">Close</button></form><//>`;
}
