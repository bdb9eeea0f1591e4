// Shows a message: link and code to copy, HTML in a sandboxed frame, text, source.
import { ago, copy, make, part, tabs } from './parts.js';

/** The last selected view, in which the next message opens. */
let view = 'html';
let narrow = false;

export function showNothing(text = 'Select a message to read it.') {
  part('reader').replaceChildren(make('div', { class: 'empty' }, make('p', { class: 'empty-title' }, text)));
}

/** Shows a message; null means that it was deleted. `remove` and `back` are actions of the page. */
export function showMessage(message, { remove, back }) {
  if (message === null) return showNothing('This message has been deleted.');
  const { id, channel, to, subject, link, code, received_at, kind } = message;
  const received = new Date(received_at);
  const button = (name, attributes, act) => {
    const element = make('button', { type: 'button', ...attributes }, name);
    element.addEventListener('click', () => act(element));
    return element;
  };
  const title = make('h2', { id: 'subject', tabindex: '-1' }, channel === 'sms' ? 'SMS' : subject || '(no subject)');
  part('reader').replaceChildren(
    make(
      'div',
      { class: 'tools' },
      button('‹ Messages', { class: 'quiet back' }, back),
      button('Delete', { class: 'quiet' }, () => remove(id)),
    ),
    title,
    make(
      'p',
      { class: 'about' },
      'To ',
      make('strong', {}, channel === 'sms' ? `+${to}` : to),
      make('span', { class: 'kind' }, kind.replaceAll('_', ' ')),
      make('time', { datetime: received_at, title: received.toLocaleString() }, ago(received_at)),
    ),
    facts({ link, code }, button),
    ...(channel === 'sms' ? [make('p', { class: 'bubble' }, message.text)] : views(message, button)),
  );
  // Move the focus to the title if the focused element is gone, or on a phone, where the list is hidden.
  if (document.activeElement === document.body || matchMedia('(max-width: 51.99rem)').matches) title.focus();
}

/** Shows link and code with buttons to copy and open them. */
function facts({ link, code }, button) {
  const rows = [];
  if (code !== '') {
    rows.push(
      make('dt', {}, 'Code'),
      make('dd', { class: 'code' }, code),
      make(
        'dd',
        { class: 'acts' },
        button('Copy code', { class: 'small' }, (element) => copy(element, code)),
      ),
    );
  }
  if (link !== '') {
    rows.push(
      make('dt', {}, 'Link'),
      make('dd', { class: 'link', title: link }, link),
      make(
        'dd',
        { class: 'acts' },
        button('Copy link', { class: 'small' }, (element) => copy(element, link)),
        make('a', { class: 'button small', href: link, target: '_blank', rel: 'noreferrer' }, 'Open link'),
      ),
    );
  }
  return rows.length === 0 ? null : make('dl', { class: 'facts' }, ...rows);
}

function views(message, button) {
  const { id, html, text, source, remote_images } = message;
  const path = `/messages/${encodeURIComponent(id)}`;
  const tab = (name, title, there) =>
    make(
      'button',
      { type: 'button', role: 'tab', id: `tab-${name}`, 'data-tab': name, hidden: !there, 'aria-controls': 'view' },
      title,
    );
  const list = make(
    'div',
    { role: 'tablist', 'aria-label': 'Views of the message', class: 'tabs' },
    tab('html', 'HTML', html !== ''),
    tab('text', 'Text', text !== ''),
    tab('source', 'Source', source !== ''),
  );
  const panel = make('div', { id: 'view', role: 'tabpanel', class: 'view' });
  const width = button('Phone width', { class: 'quiet small width', 'aria-pressed': String(narrow) }, (element) => {
    narrow = !narrow;
    element.setAttribute('aria-pressed', String(narrow));
    panel.classList.toggle('narrow', narrow);
  });
  panel.classList.toggle('narrow', narrow);

  const frame = (images) =>
    make('iframe', {
      src: `${path}/html${images ? '?images=remote' : ''}`,
      title: 'The mail as a mail program shows it',
      sandbox: 'allow-popups allow-popups-to-escape-sandbox',
      referrerpolicy: 'no-referrer',
    });
  const load = button('Load remote images', { class: 'quiet small' }, () => {
    panel.replaceChildren(frame(true));
  });
  const select = tabs(list, (name) => {
    view = name;
    width.hidden = name !== 'html';
    panel.setAttribute('aria-labelledby', `tab-${name}`);
    panel.toggleAttribute('data-plain', name !== 'html');
    if (name === 'html') panel.replaceChildren(...(remote_images ? [load] : []), frame(false));
    else panel.replaceChildren(make('pre', { tabindex: '0' }, name === 'text' ? text : source));
  });
  select(view);
  return [make('div', { class: 'views' }, list, width), panel];
}
