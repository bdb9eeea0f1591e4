// The course of the page: read what is asked, sign the user in, show the request, send the answer.
import { call, callAsUser, endSession, forgetSession } from './api.js';
import { showConsent } from './consent.js';
import { arrive } from './flow.js';
import { make, sentence, show, stranger } from './parts.js';
import { nameOfUser, signIn } from './sign_in.js';
import { describe, safeTarget } from './target.js';

const { site, languages } = document.body.dataset;
const ways = JSON.parse(document.body.dataset.ways);

let words = await wordsOf(document.documentElement.lang);

async function wordsOf(language) {
  document.documentElement.lang = language;
  return (await import(`./words/${language}.js`)).default;
}

/** Speaks the first language that the app asked for, if the page has it and the address did not name one. */
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

/** Shows why the page cannot go on. */
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

/** Errors of the API after which the page cannot go on, by code. */
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

/** Sends the browser to the address of the answer. `registered`: the address that the user was shown. */
function leave(redirect_url, registered) {
  const url = safeTarget(redirect_url, registered);
  if (url === null) return problem('unsafe');
  // The end of the session that approved would void the code before the app can exchange it.
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

/** Shows the expiry as soon as it comes. */
function expire(details, token) {
  const left = Date.parse(details.expires_at) - Date.now();
  if (!Number.isFinite(left)) return;
  setTimeout(() => token.current && problem('expired'), Math.max(0, Math.min(left, 2 ** 31 - 1)));
}

/** Signs the user in and shows the request until it is answered. `arrival`: key of an error of a sign-in that left the page. */
async function run(path, arrival) {
  let reason = words.sign_in.why;
  let error = arrival;
  let hint = '';
  while (true) {
    await signIn({ words, ways, site, why: reason, problem: error, hint });
    const details = await callAsUser('GET', path);
    await speak(details.wishes?.ui_locales);
    if (!('authorization_id' in details)) return leave(details.redirect_url);
    if (safeTarget(details.redirect_uri) === null) return problem('unsafe');
    if (!details.sign_in_again && (await answer(path, details)) === 'done') return undefined;
    endSession();
    [reason, error, hint] = [words.sign_in.again, undefined, details.wishes?.login_hint ?? ''];
  }
}

/** Shows the request and sends the answer. Resolves to `sign_in_again` if the session does not suffice any more. */
function answer(path, details) {
  const shown = { current: true };
  expire(details, shown);
  return new Promise((resolve, reject) => {
    const end = (value) => {
      shown.current = false;
      resolve(value);
    };
    const decide = async (action, scopes) => {
      const body = action === 'approve' ? { action, scopes } : { action };
      let answered;
      try {
        answered = await callAsUser('POST', `${path}/consent`, { body });
      } catch (error) {
        if (error.code === 'reauthentication_needed' || error.code === 'insufficient_aal') return end('sign_in_again');
        if (PROBLEMS[error.code] === undefined || error.code === 'unreachable') throw error;
        shown.current = false;
        return reject(error);
      }
      leave(answered.redirect_url, details.redirect_uri);
      return end('done');
    };
    showConsent({ words, site, details, user: nameOfUser(), decide });
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
  return run(path, await arrive());
}

try {
  await consent();
} catch (error) {
  giveUp(error);
}
