// Helpers of the views: DOM elements, sentences that contain elements, errors. Text is never parsed as HTML.

/**
 * Creates an element with attributes and content. An attribute whose value is a function becomes a listener, such as
 * `onclick`.
 */
export function make(name, attributes = {}, ...content) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, '');
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(key, value);
  }
  element.append(...content.flat().filter((item) => item !== null && item !== undefined && item !== false));
  return element;
}

/** Returns the pieces of a sentence in which each `{name}` is replaced by a text or element. */
export function sentence(text, values = {}) {
  return text.split(/\{(\w+)\}/).map((piece, at) => (at % 2 === 1 ? (values[piece] ?? '') : piece));
}

/** Matches invisible characters and characters that change the text direction. */
const TRICKS = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu;
const LONGEST_NAME = 100;

/** Returns an untrusted name as text for display: no invisible characters, at most 100 visible ones. */
export function shownName(name) {
  const letters = [...new Intl.Segmenter().segment(String(name ?? '').replace(TRICKS, ''))].map(
    ({ segment }) => segment,
  );
  const text = letters.slice(0, LONGEST_NAME).join('').replace(/\s+/g, ' ').trim();
  return letters.length > LONGEST_NAME ? `${text}…` : text;
}

/** Returns an element for untrusted text. The element isolates its text direction. */
export const stranger = (text, attributes = {}) => make('bdi', attributes, text);

/** Replaces the content of the page, moves the focus to its heading, and sets the title. */
export function show(...content) {
  const view = document.getElementById('view');
  view.replaceChildren(...content.flat().filter(Boolean));
  view.removeAttribute('aria-busy');
  const heading = view.querySelector('h1');
  if (heading === null) return;
  heading.tabIndex = -1;
  document.title = `${heading.textContent} · ${document.body.dataset.site}`;
  heading.focus();
}

/** Announces a text to screen readers. */
export function announce(text) {
  document.getElementById('spoken').textContent = text;
}

/** Creates an input field with its label. */
export function field(label, attributes) {
  return make(
    'div',
    { class: 'field' },
    make('label', { for: attributes.id }, label),
    make('input', { name: attributes.id, autocapitalize: 'none', spellcheck: 'false', ...attributes }),
  );
}

/** Creates the element in which a form shows its error. */
export const fault = () => make('p', { class: 'fault', role: 'alert', hidden: true });

/** Returns the text that is shown for an error of a call. */
export const errorText = (words, error) =>
  words.errors[error.code] ?? (error.code ? error.message : words.errors.unexpected);

/** Disables the controls of a form during a call. Shows an error of the call. */
export async function busy(form, words, call) {
  const controls = [...form.querySelectorAll('button, input')].filter((one) => !one.disabled);
  const told = form.querySelector('.fault');
  told.hidden = true;
  for (const one of controls) one.disabled = true;
  form.setAttribute('aria-busy', 'true');
  try {
    return await call();
  } catch (error) {
    told.textContent = errorText(words, error);
    told.hidden = false;
    if (!error.code) console.error(error);
    return undefined;
  } finally {
    for (const one of controls) one.disabled = false;
    form.removeAttribute('aria-busy');
  }
}
