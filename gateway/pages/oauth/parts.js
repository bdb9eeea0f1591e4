// Helpers of the views: elements, sentences with elements in them, errors. Text is never parsed as markup.

/** Creates an element with attributes and content. A function becomes a listener: `onclick`. */
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

/** Returns a sentence whose `{name}` are replaced by texts or elements. */
export function sentence(text, values = {}) {
  return text.split(/\{(\w+)\}/).map((piece, at) => (at % 2 === 1 ? (values[piece] ?? '') : piece));
}

/** Invisible characters, and those that change the direction of text around them. */
const TRICKS = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu;
const LONGEST_NAME = 100;

/** Returns a name that a stranger chose, as text that can be shown: no invisible characters, at most 100 visible ones. */
export function shownName(name) {
  const letters = [...new Intl.Segmenter().segment(String(name ?? '').replace(TRICKS, ''))].map(
    ({ segment }) => segment,
  );
  const text = letters.slice(0, LONGEST_NAME).join('').replace(/\s+/g, ' ').trim();
  return letters.length > LONGEST_NAME ? `${text}…` : text;
}

/** Returns an element for a text of a stranger: the direction of its letters does not reach beyond it. */
export const stranger = (text, attributes = {}) => make('bdi', attributes, text);

/** Replaces the view, moves the focus to its heading and names the tab. */
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

/** Announces a change to screen readers. */
export function announce(text) {
  document.getElementById('spoken').textContent = text;
}

/** Creates a field with its label. */
export function field(label, attributes) {
  return make(
    'div',
    { class: 'field' },
    make('label', { for: attributes.id }, label),
    make('input', { name: attributes.id, autocapitalize: 'none', spellcheck: 'false', ...attributes }),
  );
}

/** Creates the place in which a form shows why it failed. */
export const fault = () => make('p', { class: 'fault', role: 'alert', hidden: true });

/** Disables the controls of a form during a call, and shows the error in words. */
export async function busy(form, words, call) {
  const controls = [...form.querySelectorAll('button, input')].filter((one) => !one.disabled);
  const told = form.querySelector('.fault');
  told.hidden = true;
  for (const one of controls) one.disabled = true;
  form.setAttribute('aria-busy', 'true');
  try {
    return await call();
  } catch (error) {
    told.textContent = words.errors[error.code] ?? (error.code ? error.message : words.errors.unexpected);
    told.hidden = false;
    if (!error.code) console.error(error);
    return undefined;
  } finally {
    for (const one of controls) one.disabled = false;
    form.removeAttribute('aria-busy');
  }
}
