// The inbox's page: list, search and open message. It reloads the list when the server reports a change.
import { ago, announce, make, part } from './parts.js';
import { showMessage, showNothing } from './reader.js';

const PAGE = 100;

const state = { messages: [], total: 0, limit: PAGE, open: null, read: new Set(), loaded: false, fault: false };

const chosen = () => decodeURIComponent(location.hash.slice(1));
const searched = () => part('search').value.trim();

async function ask(path, method = 'GET') {
  const response = await fetch(path, { method });
  if (!response.ok && response.status !== 404) throw new Error(`${method} ${path}: ${response.status}`);
  return response.status === 404 ? null : response.json();
}

let looking = false;
let again = false;

/** Reloads the list. Calls during a reload cause one more reload. */
async function look() {
  again = true;
  if (looking) return;
  looking = true;
  while (again) {
    again = false;
    try {
      const query = new URLSearchParams({ search: searched(), limit: state.limit });
      const { messages, total } = await ask(`/messages?${query}`);
      tellNew(messages);
      Object.assign(state, { messages, total, loaded: true, fault: false });
    } catch {
      state.fault = true; // when the server is back, the stream of changes triggers a reload
    }
    drawList();
  }
  looking = false;
}

/** Announces new messages to screen readers. */
function tellNew(messages) {
  if (!state.loaded) return;
  const known = new Set(state.messages.map(({ id }) => id));
  const fresh = messages.filter(({ id }) => !known.has(id));
  if (fresh.length > 0 && searched() === '')
    announce(`${fresh[0].channel === 'sms' ? 'SMS' : 'Mail'} to ${fresh[0].to}`);
}

function drawList() {
  const { messages, total, loaded, fault, read } = state;
  const unread = messages.filter(({ id }) => !read.has(id)).length;
  document.title = `${unread > 0 ? `(${unread}) ` : ''}Inbox · Postern`;
  part('state').textContent = fault ? 'Postern does not answer. Trying again…' : count(total);
  part('state').classList.toggle('bad', fault);
  const links = () => [...part('list').querySelectorAll('a')];
  const at = links().indexOf(document.activeElement);
  const before = document.activeElement?.hash;
  part('list').replaceChildren(...messages.map(entry));
  // Keep the focus on the same message, or move it to the message that took its place.
  if (at >= 0) (links().find(({ hash }) => hash === before) ?? links()[Math.min(at, links().length - 1)])?.focus();
  part('more').hidden = messages.length >= total;
  part('clear').hidden = total === 0;
  part('clear').textContent = searched() === '' ? 'Delete all' : 'Delete these';
  drawEmpty(loaded && messages.length === 0);
  markOpen();
}

const count = (total) => (total === 1 ? '1 message' : `${total} messages`);

function drawEmpty(shown) {
  part('empty').hidden = !shown;
  const search = searched();
  part('empty-try').hidden = search !== '';
  part('empty-title').textContent = search === '' ? 'No messages yet' : 'No matches';
  part('empty-text').textContent =
    search === ''
      ? 'Mails and SMS that Postern would send appear here automatically.'
      : `No message has “${search}” in its address, subject or text.`;
}

function entry(message) {
  const { id, channel, to, subject, text, code, received_at } = message;
  const title = channel === 'sms' ? text : subject;
  const time = make('time', { datetime: received_at, title: new Date(received_at).toLocaleString() }, ago(received_at));
  return make(
    'li',
    {},
    make(
      'a',
      { href: `#${encodeURIComponent(id)}`, class: state.read.has(id) ? null : 'unread' },
      make('span', { class: 'to' }, channel === 'sms' ? `+${to}` : to),
      time,
      make('span', { class: 'title' }, title || '(no subject)'),
      make('span', { class: 'hint' }, channel === 'sms' ? 'SMS' : code === '' ? '' : `Code ${code}`),
    ),
  );
}

function markOpen() {
  for (const link of part('list').querySelectorAll('a')) {
    const open = decodeURIComponent(link.hash.slice(1)) === chosen();
    link.toggleAttribute('aria-current', open);
    if (open) link.setAttribute('aria-current', 'true');
  }
}

/** Shows the message that the URL names. */
async function open() {
  const id = chosen();
  document.body.classList.toggle('reading', id !== '');
  if (id === '') {
    state.open = null;
    showNothing();
    return drawList();
  }
  state.read.add(id);
  state.open = id;
  drawList();
  try {
    const message = await ask(`/messages/${encodeURIComponent(id)}`);
    if (state.open !== id) return;
    showMessage(message, { remove, back });
  } catch {
    showNothing('Postern does not answer.');
  }
}

function back() {
  const before = state.open;
  location.hash = '';
  part('list')
    .querySelector(`a[href="#${CSS.escape(before ?? '')}"]`)
    ?.focus();
}

async function remove(id) {
  const at = state.messages.findIndex((message) => message.id === id);
  const next = state.messages[at + 1] ?? state.messages[at - 1];
  await ask(`/messages/${encodeURIComponent(id)}`, 'DELETE');
  announce('Deleted');
  location.hash = next && matchMedia('(min-width: 52rem)').matches ? encodeURIComponent(next.id) : '';
}

part('clear').addEventListener('click', async () => {
  const { total } = state;
  if (!confirm(`Delete ${count(total)}?`)) return;
  await ask(`/messages?${new URLSearchParams({ search: searched() })}`, 'DELETE');
  location.hash = '';
});
part('more').addEventListener('click', () => {
  state.limit += PAGE;
  void look();
});
part('search-form').addEventListener('submit', (event) => event.preventDefault());
part('search').addEventListener('input', () => {
  state.limit = PAGE;
  void look();
});
addEventListener('hashchange', () => void open());

/**
 * Keyboard shortcuts outside of text fields: arrow keys move through the list, Delete deletes, Escape closes, `/`
 * searches.
 */
document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const typing = event.target.matches('input, textarea, [role=tab]');
  const links = [...part('list').querySelectorAll('a')];
  const at = links.indexOf(document.activeElement);
  if (event.key === '/' && !typing) {
    event.preventDefault();
    part('search').focus();
  } else if (event.key === 'Escape') {
    if (typing && searched() !== '') {
      part('search').value = '';
      void look();
    } else if (chosen() !== '') back();
  } else if (event.key === 'ArrowDown' && (at >= 0 || event.target === part('search'))) {
    event.preventDefault();
    links[Math.min(at + 1, links.length - 1)]?.focus();
  } else if (event.key === 'ArrowUp' && at >= 0) {
    event.preventDefault();
    (links[at - 1] ?? part('search')).focus();
  } else if (event.key === 'Delete' && at >= 0) {
    void remove(decodeURIComponent(links[at].hash.slice(1)));
  }
});

const search = new URLSearchParams(location.search).get('search');
if (search) part('search').value = search;
const changes = new EventSource('/events');
changes.addEventListener('change', () => void look());
changes.addEventListener('error', () => {
  state.fault = true;
  drawList();
});
setInterval(() => {
  for (const time of document.querySelectorAll('time')) time.textContent = ago(time.dateTime);
}, 10_000);
void open();
