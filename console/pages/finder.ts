// The search box of every page. The format of the text determines what is searched. Results of the server are appended,
// so that displayed entries do not move.

import { addressOrId, nameOfUser, type User } from './actions.ts';
import { CallError, call, can, withQuery } from './api.ts';
import { Icon, type IconName } from './icons.ts';
import { navigate, PAGES } from './places.ts';
import { html, signal, useEffect, useRef, useState, type View } from './view.ts';
import { isNetwork } from './words.ts';

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
  const pages = PAGES.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()));
  const entries = pages.map(({ path, name, icon }): FinderEntry => ({ to: path, name, icon, note: 'page' }));
  if (UUID.test(text)) return [why(text, text, 'explain this request or open this user'), ...entries];
  if (/^\S+@\S+$|^\+\d{6,}$/.test(text)) return [why(text, `Could ${text} sign in?`, 'rule by rule'), ...entries];
  if (isNetwork(text))
    return [
      why(text, text, 'refused requests from there'),
      ...(can('list')
        ? ([
            { to: withQuery('/sessions', { ip: text }), name: text, note: 'sessions from there', icon: 'sessions' },
            { to: withQuery('/audit', { ip: text }), name: text, note: 'in the audit log', icon: 'audit' },
          ] as const)
        : []),
    ];
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
  const exact = text.includes('@') ? (await asked({ email: text })).users : [];
  // Only roles that may list users can search for parts of texts.
  const similar = can('list') ? (await asked({ search: text })).users : [];
  const others = similar.filter(({ id }) => exact.every((user) => user.id !== id));
  return [...exact, ...others].map(userEntry);
}

export function Finder(): View {
  const box = useRef<HTMLDialogElement>(null);
  const [typed, type] = useState('');
  const [found, show] = useState<readonly FinderEntry[]>([]);
  const [marked, mark] = useState(0);
  const [asking, wait] = useState(false);
  const [wrong, fail] = useState('');
  const open = finderOpen.value;
  useEffect(() => {
    if (!open) return void box.current?.close();
    type('');
    box.current?.showModal();
  }, [open]);
  useEffect(() => {
    const text = typed.trim();
    const known = entriesByFormat(text);
    mark(0);
    show(known);
    if (!open || text.length < LEAST_LETTERS || isNetwork(text)) return;
    let gone = false;
    wait(true);
    const timer = setTimeout(async () => {
      let entries: FinderEntry[] = [];
      try {
        entries = await searchServer(text);
        fail('');
      } catch (error) {
        fail((error as Error).message);
      }
      if (gone) return;
      // New entries are appended after the displayed ones.
      show([...known, ...entries]);
      wait(false);
    }, 120);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [typed, open]);

  const choose = (entry: FinderEntry | undefined): void => {
    if (entry === undefined) return;
    finderOpen.value = false;
    navigate(entry.to);
  };
  const keys = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) mark((marked + step + found.length) % Math.max(1, found.length));
    else if (event.key === 'Enter') choose(found[marked]);
    else return;
    event.preventDefault();
  };
  return html`<dialog class="finder" ref=${box} aria-label="Search" onClose=${() => {
    finderOpen.value = false;
  }} onClick=${(event: Event) => {
    if (event.target === box.current) finderOpen.value = false;
  }}>
    <div class="finder-box"><${Icon} name="search" /><input value=${typed} onInput=${(event: { currentTarget: { value: string } }) => type(event.currentTarget.value)} onKeyDown=${keys} placeholder="Address, name, id, error code, page" aria-label="Search" role="combobox" aria-expanded=${found.length > 0} aria-controls="found" aria-activedescendant=${found.length > 0 ? `found-${marked}` : undefined} autocomplete="off" spellcheck=${false} /><kbd>Esc</kbd></div>
    <ul id="found" role="listbox" aria-label="Results">${found.map((entry, i) => html`<li role="option" id=${`found-${i}`} aria-selected=${i === marked} onMouseMove=${() => mark(i)} onClick=${() => choose(entry)}><${Icon} name=${entry.icon} /><span><bdi>${entry.name}</bdi></span><span class="quiet"><bdi>${entry.note}</bdi></span></li>`)}</ul>
    ${wrong ? html`<p class="finder-none field-error" role="alert">${wrong}</p>` : found.length === 0 ? html`<p class="finder-none quiet" role="status">${asking ? 'Searching…' : 'Nothing is found.'}</p>` : null}</dialog>`;
}
