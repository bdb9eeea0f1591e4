// Helpers of both pages: DOM elements, times, clipboard. Text is never parsed as HTML.

/** Returns the element with an id. */
export const part = (id) => document.getElementById(id);

/** Creates an element with attributes and content. */
export function make(name, attributes = {}, ...content) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(key, '');
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(key, value);
  }
  element.append(...content.filter((item) => item !== null && item !== undefined));
  return element;
}

/** Announces a text to screen readers. */
export function announce(text) {
  part('spoken').textContent = text;
}

/** Copies text to the clipboard and shows a confirmation on the button. */
export async function copy(button, text) {
  const said = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = 'Copied';
  } catch {
    button.textContent = 'Not copied'; // browsers allow access to the clipboard only on secure origins
  }
  announce(button.textContent);
  setTimeout(() => {
    button.textContent = said;
  }, 1500);
}

const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' });

/** Returns the age of a time in one or two words. */
export function ago(time) {
  const seconds = Math.round((new Date(time).getTime() - Date.now()) / 1000);
  if (seconds > -5) return 'now';
  if (seconds > -60) return RELATIVE.format(seconds, 'second');
  if (seconds > -3600) return RELATIVE.format(Math.round(seconds / 60), 'minute');
  if (seconds > -86_400) return RELATIVE.format(Math.round(seconds / 3600), 'hour');
  return new Date(time).toLocaleDateString('en', { month: 'short', day: 'numeric' });
}

/**
 * Adds keyboard navigation to a row of `role=tab` buttons: arrow keys move, and only the selected tab can be focused
 * with the Tab key.
 */
export function tabs(list, choose) {
  const all = () => [...list.querySelectorAll('[role=tab]')].filter((tab) => !tab.hidden);
  const select = (tab, focus) => {
    for (const other of all()) {
      other.setAttribute('aria-selected', String(other === tab));
      other.tabIndex = other === tab ? 0 : -1;
    }
    if (focus) tab.focus();
    choose(tab.dataset.tab);
  };
  list.addEventListener('click', (event) => {
    const tab = event.target.closest('[role=tab]');
    if (tab) select(tab, false);
  });
  list.addEventListener('keydown', (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const there = all();
    const at = there.indexOf(document.activeElement);
    if (step === undefined || at < 0) return;
    event.preventDefault();
    select(there[(at + step + there.length) % there.length], true);
  });
  return (name) => {
    const tab = all().find(({ dataset }) => dataset.tab === name) ?? all()[0];
    if (tab) select(tab, false);
  };
}
