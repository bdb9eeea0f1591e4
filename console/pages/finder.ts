// The search box and the keyboard shortcuts of every page. The format of the text determines what is searched. Results
// of the server are appended, so that displayed entries do not move. No shortcut changes data.

import { addressOrId, exactAddress, nameOfUser, type User } from './actions.ts';
import { CallError, call, can, session, withQuery } from './api.ts';
import { isIpOrNetwork } from './format.ts';
import { Icon, type IconName } from './icons.ts';
import { navigate, pagesForRole } from './navigation.ts';
import { Dialog, Input } from './parts.ts';
import { html, signal, useEffect, useLayoutEffect, useRef, useState, type View } from './view.ts';

export const finderOpen = signal(false);

interface FinderEntry {
  to: string;
  name: string;
  note: string;
  icon: IconName;
}

const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const LEAST_LETTERS = 3;

const userEntry = (user: User): FinderEntry => ({
  to: `/users/${user.id}`,
  name: nameOfUser(user),
  note: addressOrId(user),
  icon: 'users',
});

const why = (text: string, name: string, note: string): FinderEntry => ({
  to: withQuery('/why', { q: text }),
  name,
  note,
  icon: 'why',
});

/** Returns the possible meanings of a text by its format, without a request. */
function entriesByFormat(text: string): FinderEntry[] {
  const pages = pagesForRole().filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()));
  const entries = pages.map(({ path, name, icon }): FinderEntry => ({ to: path, name, icon, note: 'page' }));
  if (UUID.test(text)) return [why(text, text, 'explain this request or open this user'), ...entries];
  if (/^\S+@\S+$|^\+\d{6,}$/.test(text)) return [why(text, `Could ${text} sign in?`, 'rule by rule'), ...entries];
  if (isIpOrNetwork(text))
    return can('list')
      ? [
          why(text, text, 'refused requests from there'),
          { to: withQuery('/sessions', { ip: text }), name: text, note: 'sessions from there', icon: 'sessions' },
          { to: withQuery('/audit', { ip: text }), name: text, note: 'in the audit log', icon: 'audit' },
        ]
      : [];
  if (/^[a-z]+(_[a-z0-9]+)+$/.test(text))
    return [
      why(text, text, 'error code'),
      { to: withQuery('/rules', { q: text }), name: text, note: 'in the rules', icon: 'rules' },
      ...entries,
    ];
  return entries;
}

/** Returns null for a 404 error. Rethrows other errors. */
function nullIfNotFound(error: unknown): null {
  if (error instanceof CallError && error.status === 404) return null;
  throw error;
}

/** Searches on the server: a user by id, by exact address, or by a part of name or address. */
async function searchServer(text: string): Promise<FinderEntry[]> {
  if (UUID.test(text)) {
    const user = await call<User>(`/admin/users/${text}`).catch(nullIfNotFound);
    return user === null ? [] : [userEntry(user)];
  }
  const asked = (query: Readonly<Record<string, string | number>>): Promise<{ users: User[] }> =>
    call(withQuery('/admin/users', { limit: 6, ...query }));
  const exact = /@|^\+/.test(text) ? (await asked(exactAddress(text))).users : [];
  // Only roles that may list users can search for parts of texts.
  const similar = can('list') ? (await asked({ search: text })).users : [];
  const others = similar.filter(({ id }) => exact.every((user) => user.id !== id));
  return [...exact, ...others].map(userEntry);
}

interface ServerResults {
  /** Text that was searched. */
  text: string;
  entries: readonly FinderEntry[];
  /** Message of the error; '' if there is none. */
  wrong: string;
}

export function Finder(): View {
  const box = useRef<HTMLDialogElement>(null);
  const [typed, type] = useState('');
  const [answer, show] = useState<ServerResults | null>(null);
  const [marked, mark] = useState({ text: '', at: 0 });
  const open = finderOpen.value;
  const text = typed.trim();
  const searches = open && text.length >= LEAST_LETTERS && !isIpOrNetwork(text);
  const answered = answer?.text === text;
  /** Returns the entries for a text, and the position of the marked entry. */
  const look = (text: string): { found: readonly FinderEntry[]; at: number } => ({
    found: [...entriesByFormat(text), ...(answer?.text === text ? answer.entries : [])],
    at: marked.text === text ? marked.at : 0,
  });
  const { found, at } = look(text);
  useLayoutEffect(() => {
    if (open) return void box.current?.showModal();
    box.current?.close();
    type('');
    mark({ text: '', at: 0 });
  }, [open]);
  useEffect(() => {
    if (!searches) return show(null);
    let gone = false;
    const timer = setTimeout(async () => {
      let entries: FinderEntry[] = [];
      let wrong = '';
      try {
        entries = await searchServer(text);
      } catch (error) {
        wrong = (error as Error).message;
      }
      if (!gone) show({ text, entries, wrong });
    }, 120);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [text, searches]);

  const choose = (entry: FinderEntry | undefined): void => {
    if (entry === undefined) return;
    // While the dialog is open, navigate() cannot move the focus to the page.
    box.current?.close();
    finderOpen.value = false;
    navigate(entry.to);
  };
  const keys = (event: KeyboardEvent & { currentTarget: { value: string } }): void => {
    // The state may still have the text of the previous render.
    const text = event.currentTarget.value.trim();
    const { found, at } = look(text);
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) mark({ text, at: (at + step + found.length) % Math.max(1, found.length) });
    else if (event.key === 'Enter') choose(found[at]);
    else return;
    event.preventDefault();
  };
  return html`<dialog class="finder" ref=${box} aria-label="Search" onClose=${() => {
    // The event of an earlier close may arrive after the dialog was opened again.
    finderOpen.value = box.current?.open === true;
  }} onClick=${(event: Event) => {
    if (event.target === box.current) finderOpen.value = false;
  }}>
    <div class="finder-box"><${Icon} name="search" /><${Input} value=${typed} onInput=${type} onKeyDown=${keys} placeholder="Address, name, id, error code, page" aria-label="Search" role="combobox" aria-expanded=${found.length > 0} aria-controls="found" aria-activedescendant=${found.length > 0 ? `found-${at}` : undefined} /><kbd>Esc</kbd></div>
    <ul id="found" role="listbox" aria-label="Results">${found.map((entry, i) => html`<li role="option" id=${`found-${i}`} aria-selected=${i === at} onMouseMove=${() => mark({ text, at: i })} onClick=${() => choose(entry)}><${Icon} name=${entry.icon} /><span><bdi>${entry.name}</bdi></span><span class="quiet"><bdi>${entry.note}</bdi></span></li>`)}</ul>
    ${answered && answer.wrong ? html`<p class="finder-none field-error" role="alert">${answer.wrong}</p>` : found.length === 0 ? html`<p class="finder-none quiet" role="status">${searches && !answered ? 'Searching…' : 'Nothing is found.'}</p>` : null}</dialog>`;
}

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
function toggleRowSelection(): void {
  document.activeElement?.closest('tr')?.querySelector<HTMLInputElement>('.mark')?.click();
}

/** Installs the shortcuts. Returns a function that removes them. */
export function addShortcuts(): () => void {
  let before = '';
  const press = (event: KeyboardEvent): void => {
    if (!session.value?.signed_in) {
      // Chromium closes a dialog at the third Escape, although the dialog cancels the event `cancel`.
      if (event.key === 'Escape') event.preventDefault();
      return;
    }
    const typing = (event.target as Element).closest('input:not(.mark), textarea, select');
    if ((event.key === 'k' && (event.metaKey || event.ctrlKey)) || (event.key === '/' && !typing)) {
      event.preventDefault();
      finderOpen.value = true;
      return;
    }
    if (typing || event.metaKey || event.ctrlKey || event.altKey || document.querySelector('dialog[open]')) return;
    const page = before === 'g' ? pagesForRole().find(({ key }) => key === event.key) : undefined;
    before = event.key;
    if (page) navigate(page.path);
    else if (event.key === 'j') moveRow(1);
    else if (event.key === 'k') moveRow(-1);
    else if (event.key === 'x') toggleRowSelection();
    else if (event.key === '?') helping.value = true;
  };
  addEventListener('keydown', press);
  return () => removeEventListener('keydown', press);
}

export function ShortcutsDialog(): View {
  const pages = pagesForRole().flatMap(({ key, name }) => (key ? [[`g ${key}`, name] as const] : []));
  return html`<${Dialog} open=${helping.value} label="keys-title" onClose=${() => {
    helping.value = false;
  }}><h2 id="keys-title">Keys</h2>
    <dl class="keys">${[...KEYS, ...pages].map(([keys, meaning]) => html`<div><dt><kbd>${keys}</kbd></dt><dd>${meaning}</dd></div>`)}</dl>
    <form method="dialog" class="dialog-foot"><button type="submit">Close</button></form><//>`;
}
