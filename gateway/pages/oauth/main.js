// The flow of both pages: load the request, sign the user in, show the request, send the decision.
import { call, callAsUser, endSession, forgetSession } from './api.js';
import { showConsent } from './consent.js';
import { arrive, hasLeft, ownAddress } from './flow.js';
import { fault, field, make, sentence, show, stranger } from './parts.js';
import { nameOfUser, signIn } from './sign_in.js';
import { describe, safeTarget } from './target.js';

const { page, site, languages } = document.body.dataset;
const ways = JSON.parse(document.body.dataset.ways);

let words = await wordsOf(document.documentElement.lang);

async function wordsOf(language) {
  document.documentElement.lang = language;
  return (await import(`./words/${language}.js`)).default;
}

/** Switches to the first language of the app's request that the page has. Does nothing if the URL names languages. */
async function speak(wished) {
  if (typeof wished !== 'string' || new URLSearchParams(location.search).has('ui_locales')) return;
  const known = languages.split(' ');
  const found = wished
    .toLowerCase()
    .split(' ', 5)
    .flatMap((tag) => [tag, tag.split('-')[0]])
    .find((tag) => known.includes(tag));
  if (found && found !== document.documentElement.lang) words = await wordsOf(found);
}

/** Shows an error after which the page cannot continue. */
function problem(kind) {
  endSession();
  const again =
    kind === 'unreachable'
      ? make('button', { type: 'button', class: 'primary', onclick: () => location.reload() }, words.problem.again)
      : null;
  show(
    make('h1', {}, words.problem[kind]),
    make('p', { class: 'lead' }, sentence(words.problem[`${kind}_text`], { site: stranger(site) })),
    again,
  );
}

/** Keys of the error messages for API errors after which the page cannot continue, by code. */
const PROBLEMS = {
  oauth_authorization_not_found: 'not_found',
  feature_disabled: 'off',
  validation_failed: 'decided',
  no_authorization: 'anonymous',
  no_session: 'expired',
  unusable_factor: 'factor',
  unreachable: 'unreachable',
};

function giveUp(error) {
  if (error.code === undefined) console.error(error);
  problem(PROBLEMS[error.code] ?? 'unexpected');
}

/** Redirects the browser to the app. `registered` is the redirect URI that was shown to the user. */
function leave(redirect_url, registered) {
  const url = safeTarget(redirect_url, registered);
  if (url === null) return problem('unsafe');
  // Does not revoke the session, because that would invalidate the code before the app can exchange it.
  if (url.searchParams.has('code')) forgetSession();
  else endSession();
  const { kind, text } = describe(url);
  const place = stranger(kind === 'app' ? `${text}:` : text);
  show(
    make('h1', {}, sentence(words.done.leaving, { place })),
    make('p', { class: 'lead' }, words.done.leaving_text),
    make('a', { class: 'button primary', href: url.href, rel: 'noreferrer' }, words.done.continue),
  );
  location.replace(url.href);
}

function finishDevice(action) {
  // Does not revoke the session, because that would invalidate the approval before the device can use it.
  if (action === 'approve') forgetSession();
  else endSession();
  const kind = action === 'approve' ? 'approved' : 'declined';
  show(make('h1', {}, words.done[kind]), make('p', { class: 'lead' }, words.done[`${kind}_text`]));
}

/** Shows an error when the request expires. */
function expire(details, token) {
  const left = Date.parse(details.expires_at) - Date.now();
  if (!Number.isFinite(left)) return;
  setTimeout(() => token.current && problem('expired'), Math.max(0, Math.min(left, 2 ** 31 - 1)));
}

/**
 * Signs the user in and shows a request until the user decides. `find` returns the details of the request. `codeOf`
 * returns the code of the device, if a device made the request.
 */
async function run({ find, why, codeOf, arrival }) {
  let reason = why;
  let error = arrival;
  let hint = '';
  while (true) {
    await signIn({ words, ways, site, why: reason, problem: error, hint });
    const details = await find();
    await speak(details.wishes?.ui_locales);
    if (!('authorization_id' in details)) return leave(details.redirect_url);
    if (codeOf === undefined && safeTarget(details.redirect_uri) === null) return problem('unsafe');
    if (details.sign_in_again === true) {
      endSession();
      [reason, error, hint] = [words.sign_in.again, undefined, details.wishes?.login_hint ?? ''];
      continue;
    }
    if ((await answer(details, codeOf?.())) === 'done') return undefined;
    [reason, error, hint] = [words.sign_in.again, undefined, ''];
  }
}

/** Shows the request and sends the decision. Resolves to `sign_in_again` if the session no longer suffices. */
function answer(details, device_code) {
  const shown = { current: true };
  expire(details, shown);
  return new Promise((resolve, reject) => {
    const end = (value) => {
      shown.current = false;
      resolve(value);
    };
    const decide = async (action, scopes) => {
      const path = `/oauth/authorizations/${encodeURIComponent(details.authorization_id)}/consent`;
      const body = action === 'approve' ? { action, scopes } : { action };
      let answered;
      try {
        answered = await callAsUser('POST', path, { body });
      } catch (error) {
        if (error.code === 'reauthentication_needed' || error.code === 'insufficient_aal') {
          endSession();
          return end('sign_in_again');
        }
        if (PROBLEMS[error.code] === undefined || error.code === 'unreachable') throw error;
        shown.current = false;
        return reject(error);
      }
      if (device_code === undefined) leave(answered.redirect_url, details.redirect_uri);
      else finishDevice(action);
      return end('done');
    };
    showConsent({ words, site, details, user: nameOfUser(), device_code, decide });
  });
}

async function consent() {
  const sent = new URLSearchParams(location.search);
  const authorization_id = sent.get('authorization_id');
  if (!authorization_id) return problem('missing');
  const path = `/oauth/authorizations/${encodeURIComponent(authorization_id)}`;
  if (sent.get('prompt') === 'none') {
    const { redirect_url } = await call('POST', `${path}/decline`, { body: { reason: 'login_required' } });
    return leave(redirect_url);
  }
  const arrival = await arrive();
  return run({ find: () => callAsUser('GET', path), why: words.sign_in.why, arrival });
}

/** Matches a user code of a device. */
const CODE = /^[BCDFGHJKLMNPQRSTVWXZ]{8}$/;
const plainCode = (text) => text.toUpperCase().replace(/[^A-Z]/g, '');
const shownCode = (code) => `${code.slice(0, 4)}-${code.slice(4)}`;

async function device() {
  const sent = new URLSearchParams(location.search);
  const arrived = (sent.has('code') || sent.has('error')) && hasLeft();
  const arrival = await arrive();
  const first = plainCode(sent.get('user_code') ?? '');
  // After a sign-in that left the page, the user has already compared the code.
  let code = (arrived && CODE.test(first) ? first : null) ?? (await askForCode(first));
  const find = async () => {
    try {
      return await callAsUser('POST', '/oauth/device', { body: { user_code: shownCode(code) } });
    } catch (error) {
      if (error.code !== 'oauth_authorization_not_found') throw error;
      code = await askForCode(code, words.device.wrong);
      return find();
    }
  };
  return run({ find, why: words.sign_in.why_device, codeOf: () => shownCode(code), arrival });
}

/** Shows the field for the code of the device. Resolves to a well-formed code. */
function askForCode(filled, wrong) {
  return new Promise((resolve) => {
    const told = fault();
    const say = (text) => {
      told.textContent = text;
      told.hidden = false;
    };
    const form = make(
      'form',
      {
        class: 'stack',
        onsubmit: (event) => {
          event.preventDefault();
          const code = plainCode(form.elements.user_code.value);
          if (!CODE.test(code)) return say(words.device.wrong);
          // Keep the code in the URL, for a sign-in that leaves the page.
          history.replaceState(null, '', ownAddress({ user_code: shownCode(code) }));
          return resolve(code);
        },
      },
      field(words.device.label, {
        id: 'user_code',
        class: 'code',
        type: 'text',
        autocomplete: 'off',
        autocapitalize: 'characters',
        placeholder: 'XXXX-XXXX',
        maxlength: 20,
        required: true,
        value: filled ? shownCode(filled) : null,
      }),
      told,
      make('button', { type: 'submit', class: 'primary' }, words.device.submit),
    );
    show(
      make('h1', {}, words.device.title),
      make('p', { class: 'lead' }, filled && !wrong ? words.device.compare : words.device.enter),
      form,
    );
    if (wrong) say(wrong);
    form.elements.user_code.focus();
  });
}

try {
  await (page === 'device' ? device() : consent());
} catch (error) {
  giveUp(error);
}
