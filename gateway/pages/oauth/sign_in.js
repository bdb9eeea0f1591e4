// The views that sign a user in: the enabled methods, the code of a message, the second factor. signIn() resolves when
// the session is at aal2, or at aal1 if the account has no second factor.
import { ApiError, call, callAsUser, claims, currentUser, isSignedIn, keep } from './api.js';
import { forgetVerifier, leaveFor, leaveForOrganization, newChallenge, ownAddress } from './flow.js';
import { announce, busy, errorText, fault, field, make, sentence, show, shownName, stranger } from './parts.js';
import { hasKeys, sign } from './passkey.js';
import { signInWithWallet } from './wallet.js';

/** Removes the separators that users type in phone numbers. */
const plainNumber = (text) => text.replace(/[\s()./-]/g, '');
const isNumber = (text) => /^\+?\d[\d\s()./-]*$/.test(text);

/**
 * Signs the user in. `why` is the reason that is shown, `problem` the key of a previous error, `hint` the address
 * that the app expects.
 */
export async function signIn({ words, ways, site, why, problem, hint }) {
  if (!isSignedIn()) {
    const custom = await findCustomProviders(ways);
    await new Promise((resolve) => showWays({ words, ways, custom, site, why, problem, hint, resolve }));
  }
  if (claims().aal !== 'aal2') await proveFactor(words);
}

/**
 * Returns the enabled custom providers, or none and the error if the list cannot be loaded. The user can then still
 * choose another method.
 */
async function findCustomProviders(ways) {
  if (!ways.custom) return { providers: [] };
  try {
    return await call('GET', '/oauth/providers', { timeout: 5_000 });
  } catch (error) {
    if (error.code === undefined) throw error;
    return { providers: [], error };
  }
}

function showWays(o) {
  const { words, ways, custom, site, why, problem, hint, resolve } = o;
  const told = fault();
  const trouble = problem ? words.errors[problem] : custom.error && errorText(words, custom.error);
  if (trouble) {
    told.textContent = trouble;
    told.hidden = false;
  }
  const form = ways.email || ways.phone ? addressForm(o) : null;
  const others = make('div', { class: 'others' });
  const option = (text, act) => {
    const run = () => busy(others, words, act).then(() => isSignedIn() && resolve());
    others.append(make('button', { type: 'button', onclick: run }, text));
  };
  if (ways.passkey && hasKeys()) option(words.sign_in.passkey, signInWithPasskey);
  for (const { name, title } of ways.providers)
    option(sentence(words.sign_in.with, { name: title }), () => leaveFor(name));
  for (const { identifier, name } of custom.providers)
    option(sentence(words.sign_in.with, { name: stranger(shownName(name) || identifier) }), () => leaveFor(identifier));
  if (ways.organization) option(words.sign_in.organization, async () => showOrganization(o));
  for (const chain of ways.wallets) option(words.sign_in[chain], () => signInWithWallet(chain));
  const some = others.childElementCount > 0;
  others.prepend(form ? fault() : told);
  show(
    make('h1', {}, sentence(words.sign_in.title, { site: stranger(site) })),
    make('p', { class: 'lead' }, why),
    form && trouble ? told : null,
    form,
    form && some ? make('p', { class: 'or' }, make('span', {}, words.sign_in.or)) : null,
    some || trouble ? others : null,
    !form && !some ? make('p', {}, sentence(words.sign_in.none, { site: stranger(site) })) : null,
  );
  if (form) {
    const first = form.querySelector('input');
    if (hint) first.value = hint;
  }
}

/** Returns the form for address and password. */
function addressForm(o) {
  const { words, ways, resolve } = o;
  const kind = ways.email && ways.phone ? 'email_or_phone' : ways.email ? 'email' : 'phone';
  const type = { email: 'email', phone: 'tel', email_or_phone: 'text' }[kind];
  const autocomplete = kind === 'phone' ? 'tel' : 'username';
  const addressOf = (values) => {
    const by_phone = kind === 'phone' || (kind === 'email_or_phone' && isNumber(values.address));
    return by_phone ? { phone: plainNumber(values.address) } : { email: values.address.trim() };
  };
  const form = make(
    'form',
    {
      class: 'stack',
      onsubmit: (event) => {
        event.preventDefault();
        const values = Object.fromEntries(new FormData(form));
        const address = addressOf(values);
        const by_code = event.submitter?.value === 'code';
        void busy(form, words, async () => {
          if (by_code) return sendCode(o, address);
          const body = { ...address, password: values.password };
          keep(await call('POST', '/token', { query: { grant_type: 'password' }, body }));
          return resolve();
        });
      },
    },
    field(words.sign_in[kind], { id: 'address', type, autocomplete, required: true }),
    field(words.sign_in.password, {
      id: 'password',
      type: 'password',
      autocomplete: 'current-password',
      required: true,
    }),
    fault(),
    make('button', { type: 'submit', class: 'primary', value: 'password' }, words.sign_in.submit),
    ways.link || ways.phone
      ? make('button', { type: 'submit', class: 'plain', value: 'code', formnovalidate: true }, words.sign_in.send_code)
      : null,
  );
  form.querySelector('[value=code]')?.addEventListener('click', (event) => {
    if (!form.elements.address.reportValidity()) event.preventDefault();
  });
  return form;
}

/**
 * Asks for the user's e-mail address at the organization. The domain of the address determines the identity provider.
 */
function showOrganization(o) {
  const { words, hint } = o;
  const form = make(
    'form',
    {
      class: 'stack',
      onsubmit: (event) => {
        event.preventDefault();
        const domain = form.elements.address.value.trim().split('@').pop();
        void busy(form, words, () => leaveForOrganization(domain));
      },
    },
    field(words.organization.label, { id: 'address', type: 'email', autocomplete: 'username', required: true }),
    fault(),
    make('button', { type: 'submit', class: 'primary' }, words.code.submit),
  );
  if (hint) form.elements.address.value = hint;
  const back = make('button', { type: 'button', class: 'plain', onclick: () => showWays(o) }, words.code.back);
  show(make('h1', {}, words.sign_in.organization), make('p', { class: 'lead' }, words.organization.text), form, back);
  form.elements.address.focus();
}

/** Requests a message with a code. Does not reveal whether the account exists. */
async function sendCode(o, address) {
  const by_mail = 'email' in address;
  const link = by_mail ? await newChallenge() : {};
  const query = by_mail ? { redirect_to: ownAddress() } : {};
  try {
    await call('POST', '/otp', { query, body: { ...address, create_user: false, ...link } });
  } catch (error) {
    if (error.code !== 'otp_disabled') throw error;
  }
  showCode(o, address);
}

function showCode(o, address) {
  const { words, resolve } = o;
  const by_mail = 'email' in address;
  const text = by_mail ? words.code.sent_link : words.code.sent;
  const form = codeForm(words, { label: words.code.label, submit: words.code.submit, numeric: true }, async (token) => {
    keep(await call('POST', '/verify', { body: { ...address, type: by_mail ? 'email' : 'sms', token } }));
    forgetVerifier();
    resolve();
  });
  const back = make('button', { type: 'button', class: 'plain', onclick: () => showWays(o) }, words.code.back);
  const shown = make('strong', {}, stranger(address.email ?? address.phone));
  show(make('h1', {}, words.code.title), make('p', { class: 'lead' }, sentence(text, { address: shown })), form, back);
  form.elements.code.focus();
}

/** Returns a form with a single field for a code. */
function codeForm(words, { label, submit, numeric }, act) {
  const form = make(
    'form',
    {
      class: 'stack',
      onsubmit: (event) => {
        event.preventDefault();
        const code = form.elements.code.value.replace(/\s/g, '');
        void busy(form, words, () => act(code));
      },
    },
    field(label, {
      id: 'code',
      class: 'code',
      type: 'text',
      inputmode: numeric ? 'numeric' : 'text',
      autocomplete: 'one-time-code',
      required: true,
    }),
    fault(),
    make('button', { type: 'submit', class: 'primary' }, submit),
  );
  return form;
}

async function signInWithPasskey() {
  const { challenge_id, options } = await call('POST', '/passkeys/authentication/options', { body: {} });
  const credential = await sign(options);
  keep(await call('POST', '/passkeys/authentication/verify', { body: { challenge_id, credential } }));
}

/** Order in which second factors are offered. */
const ORDER = ['webauthn', 'totp', 'phone'];

/** Raises the session to aal2 if the account has a second factor. */
async function proveFactor(words) {
  const { factors = [] } = await callAsUser('GET', '/user');
  const verified = factors.filter(({ status }) => status === 'verified');
  if (verified.length === 0) return;
  const usable = ORDER.map((type) => verified.find(({ factor_type }) => factor_type === type)).filter(Boolean);
  const recovery = verified.some(({ factor_type }) => factor_type === 'recovery_code');
  const first = usable.find(({ factor_type }) => factor_type !== 'webauthn' || hasKeys());
  if (first === undefined && !recovery) throw new ApiError('No factor can be used', 'unusable_factor');
  await new Promise((resolve) => {
    showFactor({ words, usable, recovery, resolve }, first?.factor_type ?? 'recovery');
  });
}

function showFactor(o, type) {
  const { words, usable, recovery, resolve } = o;
  const factor = usable.find(({ factor_type }) => factor_type === type);
  const kept = (opened) => {
    keep(opened);
    resolve();
  };
  const others = [...usable.map(({ factor_type }) => factor_type), ...(recovery ? ['recovery'] : [])]
    .filter((other) => other !== type)
    .map((other) =>
      make(
        'button',
        { type: 'button', class: 'plain', onclick: () => showFactor(o, other) },
        words.factor[`other_${other}`],
      ),
    );
  const form = type === 'webauthn' ? keyForm(words, factor, kept) : factorCodeForm(words, type, factor, kept);
  show(make('h1', {}, words.factor.title), make('p', { class: 'lead' }, words.factor[type]), form, others);
  form.querySelector('input')?.focus();
  announce(words.factor[type]);
}

function factorCodeForm(words, type, factor, kept) {
  const label = type === 'recovery' ? words.factor.recovery_label : words.factor.label;
  const challenge = () => callAsUser('POST', `/factors/${factor.id}/challenge`, { body: {} });
  let asked = null;
  const form = codeForm(words, { label, submit: words.factor.submit, numeric: type !== 'recovery' }, async (code) => {
    if (type === 'recovery')
      return kept(await callAsUser('POST', '/factors/recovery-codes/verify', { body: { code } }));
    // Only the challenge of a phone sends a message. Each attempt with an authenticator app can use a new challenge.
    const { id } = type === 'phone' ? await asked : await challenge();
    return kept(await callAsUser('POST', `/factors/${factor.id}/verify`, { body: { challenge_id: id, code } }));
  });
  if (type === 'phone') {
    void busy(form, words, () => {
      asked = challenge();
      return asked;
    });
  }
  return form;
}

function keyForm(words, factor, kept) {
  const form = make(
    'form',
    {
      class: 'stack',
      onsubmit: (event) => {
        event.preventDefault();
        void busy(form, words, async () => {
          const { id, webauthn } = await callAsUser('POST', `/factors/${factor.id}/challenge`, { body: {} });
          const credential_response = await sign(webauthn.credential_options.publicKey);
          const body = { challenge_id: id, webauthn: { type: 'request', credential_response } };
          kept(await callAsUser('POST', `/factors/${factor.id}/verify`, { body }));
        });
      },
    },
    fault(),
    make('button', { type: 'submit', class: 'primary' }, words.factor.use_key),
  );
  return form;
}

/** Returns the name that is shown for the user: e-mail address, phone number, or user id. */
export function nameOfUser() {
  const { email, phone, id } = currentUser() ?? {};
  return email || (phone ? `+${phone}` : '') || id || '';
}
