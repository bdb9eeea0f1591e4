// The view in which a user approves or declines a request. It shows the app, the scopes, and the redirect target.
import { ApiError } from './api.js';
import { busy, fault, make, sentence, show, shownName, stranger } from './parts.js';
import { describe } from './target.js';

const BUILT_IN = ['openid', 'profile', 'email', 'phone', 'offline_access'];

/** Number of characters above which an app's name is shown in a smaller font. */
const LONG_NAME = 40;

/** Scope that a user cannot deselect, because without it the app cannot learn who has signed in. */
const FIXED = 'openid';

/**
 * Time in milliseconds for which the buttons are disabled after the view appears or the window gets focus. It
 * prevents clickjacking with a double click.
 */
const SETTLE_MS = 700;

let settled_at = 0;
const settle = () => {
  settled_at = performance.now() + SETTLE_MS;
};
addEventListener('focus', settle);
document.addEventListener('visibilitychange', settle);

/** Shows the request. Calls `decide(action, scopes)` with the user's decision. */
export function showConsent({ words, site, details, user, device_code, decide }) {
  const { client = {}, asker } = details;
  const target = device_code === undefined ? describe(new URL(details.redirect_uri)) : null;
  const name = shownName(client.name) || shownName(client.host) || target?.text || client.id;
  const title = device_code === undefined ? words.consent.title : words.consent.title_device;
  const form = make(
    'form',
    {
      class: 'consent',
      onsubmit: (event) => {
        event.preventDefault();
        if (performance.now() < settled_at) return;
        const scopes = [...new FormData(form).getAll('scope')];
        const action = event.submitter.value;
        void busy(form, words, () => {
          if (action === 'approve' && scopes.length === 0) throw new ApiError(words.consent.none_left, 'none_left');
          return decide(action, scopes);
        });
      },
    },
    permissions(words, details),
    resources(words, site, details.resources ?? []),
    target ? destination(words, target) : askedBy(words, asker, device_code),
    fault(),
    make(
      'div',
      { class: 'decision' },
      make('button', { type: 'submit', value: 'deny' }, words.consent.decline),
      make('button', { type: 'submit', value: 'approve', class: 'primary' }, words.consent.approve),
    ),
    make('p', { class: 'note' }, words.consent.later),
  );
  settle();
  show(
    make('h1', { class: name.length > LONG_NAME ? 'long' : null }, sentence(title, { client: stranger(name) })),
    badge(words, site, client),
    make('p', { class: 'account' }, sentence(words.consent.account, { user: make('strong', {}, stranger(user)) })),
    form,
  );
}

/**
 * Returns an element that says how far the app's name can be trusted. For a client whose id is a URL it shows the
 * host.
 */
function badge(words, site, { id = '', verified }) {
  if (verified === true && id.startsWith('https://')) {
    const { host } = new URL(id);
    return make('p', { class: 'badge warn' }, sentence(words.consent.described, { host: stranger(host) }));
  }
  if (verified === true) {
    return make('p', { class: 'badge' }, sentence(words.consent.verified, { site: stranger(site) }));
  }
  return make('p', { class: 'badge warn' }, words.consent.unverified);
}

function permissions(words, { scopes, scope = '' }) {
  const asked =
    scopes ??
    scope
      .split(' ')
      .filter(Boolean)
      .map((name) => ({ name, text: name }));
  const rows = asked.map(({ name, text }) => {
    const id = `scope-${name}`;
    const said = BUILT_IN.includes(name) ? words.consent[name] : stranger(shownName(text || name));
    if (name === FIXED) {
      const tick = make('span', { class: 'tick', 'aria-hidden': 'true' }, '✓');
      return make(
        'li',
        {},
        tick,
        make('input', { type: 'hidden', name: 'scope', value: name }),
        make('span', {}, said),
      );
    }
    const box = make('input', { type: 'checkbox', id, name: 'scope', value: name, checked: true });
    return make('li', {}, box, make('label', { for: id }, said));
  });
  return make(
    'fieldset',
    {},
    make('legend', {}, words.consent.may),
    rows.length > 0 ? make('ul', { class: 'scopes' }, rows) : make('p', {}, words.consent.nothing),
  );
}

/** Returns an element that says where the app uses the access. Without resources, that is the API of the site. */
function resources(words, site, list) {
  if (list.length === 0) {
    return make('div', { class: 'place' }, make('p', {}, sentence(words.consent.own_api, { site: stranger(site) })));
  }
  return make(
    'div',
    { class: 'place' },
    make('p', {}, words.consent.resources),
    list.map((one) => make('p', { class: 'host' }, stranger(one))),
  );
}

function destination(words, { kind, text }) {
  const shown = kind === 'app' ? `${text}:` : text;
  return make(
    'div',
    { class: kind === 'host' ? 'place' : 'place warn' },
    make('p', {}, words.consent[kind]),
    make('p', { class: 'host' }, stranger(shown)),
    kind === 'host' ? null : make('p', {}, words.consent.device_warning),
  );
}

function askedBy(words, asker, device_code) {
  const { ip, user_agent } = asker ?? {};
  return make(
    'div',
    { class: 'place warn' },
    make('p', {}, words.consent.device_code),
    make('p', { class: 'host code' }, stranger(device_code)),
    ip ? make('p', {}, sentence(words.consent.asked_from, { ip: stranger(ip) })) : null,
    user_agent ? make('p', {}, sentence(words.consent.asked_by, { agent: stranger(shownName(user_agent)) })) : null,
  );
}
