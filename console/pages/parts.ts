// Small components of all pages: badges, times, names, copy buttons, code, source lines, toasts, fields of forms and
// filters.
import { withQuery } from './api.ts';
import { formatRelativeTime, showHidden, withSpaces } from './format.ts';
import { Icon, type IconName } from './icons.ts';
import { Link } from './navigation.ts';
import { type Children, html, signal, useEffect, useId, useLayoutEffect, useRef, useState, type View } from './view.ts';

export type Tone = 'good' | 'warn' | 'bad' | 'info' | '';

export const Badge = ({ tone = '', children }: { tone?: Tone; children?: Children }): View =>
  html`<span class=${`badge ${tone}`}>${children}</span>`;

export const Time = ({ at }: { at: string }): View =>
  html`<time datetime=${at} title=${`${at.replace('T', ' ').replace(/\.\d+/, '').replace('Z', ' UTC')}\n${new Date(at).toLocaleString()}`}>${formatRelativeTime(at)}</time>`;

/**
 * Shows text of users. The text is isolated from the text direction around it, and characters that change the
 * direction are shown as symbols.
 */
export const Name = ({ text }: { text: string }): View => html`<bdi>${showHidden(text)}</bdi>`;

export function CopyButton({ text, label }: { text: string; label?: string }): View {
  const [done, set] = useState(false);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      return showToast('The browser does not allow the copy. Select the text instead.', '', true);
    }
    set(true);
    setTimeout(() => set(false), 1_400);
  };
  return html`<button type="button" class="copy" aria-label=${label ? undefined : `Copy ${text.slice(0, 40)}`} onClick=${copy}>
    <${Icon} name=${done ? 'check' : 'copy'} />${label ? html`<span>${done ? 'Copied' : label}</span>` : null}
  </button>`;
}

const REFUSED: Readonly<Record<string, string>> = {
  support_target: 'for administrators',
  message_suppressed: 'suppressed',
  message_is_void: 'no longer valid',
  sso_required: 'the user signs in at an organization',
  user_sso_managed: 'the user signs in at an organization',
  user_not_found: 'the address is only displayed',
  email_recovery_disabled: 'sign-in by e-mail is off',
};

/** Stands in place of a button whose action SQL would refuse with the named error. Links to the rules that return it. */
export const RefusedAction = ({ name }: { name: string }): View =>
  html`<${Link} to=${`/rules?refuses=${name}`} class="quiet">${REFUSED[name] ?? withSpaces(name)}<//>`;

/** Returns a name in which a line may break after each underscore. */
export const withLineBreaks = (name: string): Children => name.split(/(?<=_)/).map((part) => html`${part}<wbr />`);

/** Shows the code of an error. Links to the explanation, which names the rules that return an error with this code. */
export const ErrorCode = ({ code, onFollow }: { code: string; onFollow?: () => void }): View =>
  html`<${Link} to=${withQuery('/why', { q: code })} onFollow=${onFollow}><code>${withLineBreaks(code)}</code><//>`;

/** Lets the browser save a file. */
export function saveText(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text]));
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  URL.revokeObjectURL(url);
}

const SQL_WORDS =
  /(--[^\n]*)|('(?:[^']|'')*')|\b(create|or|replace|function|returns?|language|as|begin|end|if|then|else|elsif|case|when|select|insert|into|update|delete|from|where|and|not|null|is|declare|perform|stable|immutable|volatile|security|definer|set|in|exists|group|by|order|limit|on|join|left|lateral|interval|coalesce|count|using|union|all|with|for|loop|raise)\b/gi;

/** Returns the parts of a line of SQL, with CSS classes for keywords, strings and comments. */
function highlightedParts(line: string): Children[] {
  const parts: Children[] = [];
  let last = 0;
  for (const match of line.matchAll(SQL_WORDS)) {
    const kind = match[1] ? 'k-c' : match[2] ? 'k-s' : 'k-w';
    parts.push(line.slice(last, match.index), html`<span class=${kind}>${match[0]}</span>`);
    last = match.index + match[0].length;
  }
  return [...parts, line.slice(last)];
}

/**
 * Shows SQL with line numbers; `plain` is for other texts. `mark` highlights the lines that contain a text and
 * scrolls to the first of them.
 */
export function Code({
  text,
  mark,
  start = 1,
  label = 'Source',
  plain = false,
}: {
  text: string;
  mark?: string;
  start?: number;
  label?: string;
  plain?: boolean;
}): View {
  const at = useRef<HTMLPreElement>(null);
  useEffect(() => {
    const line = at.current?.querySelector<HTMLElement>('.hit');
    if (at.current && line) at.current.scrollTop = Math.max(0, line.offsetTop - at.current.clientHeight / 2);
  }, [text, mark]);
  const lines = text.trimEnd().split('\n');
  return html`<pre class="code" ref=${at} tabindex="0" role="region" aria-label=${label}>${lines.map((line, i) => {
    // Shows the indentation as padding, because a long word after spaces would begin on a line of its own.
    const words = line.trimStart();
    const hang = line.length - words.length + 4;
    return html`<span class=${`row${mark && line.includes(mark) ? ' hit' : ''}`}><span class="n" aria-hidden="true">${start + i}</span><span class="l" style=${{ paddingLeft: `${hang}ch`, textIndent: '-4ch' }}>${plain ? words : highlightedParts(words)}${'\n'}</span></span>`;
  })}</pre>`;
}

interface SourceProps {
  reads: string | readonly string[];
  ms?: number | null;
  sql?: string;
  /** Name of the SQL function that reads the tables. The line links to its source. */
  rule?: string;
  numbers?: Children;
}

/** The line below a number or plot, with the tables, query time, numbers and SQL behind it. */
export function QuerySource({ reads, ms, sql, rule, numbers }: SourceProps): View {
  const [open, set] = useState<'' | 'sql' | 'numbers'>('');
  const button = (name: 'sql' | 'numbers', text: string): View =>
    html`<button type="button" class="text" aria-expanded=${open === name} onClick=${() => set(open === name ? '' : name)}>${text}</button>`;
  return html`<div class="source">
    <div class="source-bar"><code>${typeof reads === 'string' ? reads : reads.join(', ')}</code>${typeof ms === 'number' ? html`<span class="quiet">${Math.round(ms * 10) / 10} ms</span>` : null}<span class="grow"></span>${numbers ? button('numbers', 'Numbers') : null}${sql ? button('sql', 'SQL') : null}${rule ? html`<${Link} to=${`/rules/${rule}`}>SQL<//>` : null}</div>
    ${open === 'sql' && sql ? html`<div class="copy-box"><${Code} text=${sql} label="SQL" /><${CopyButton} text=${sql} label="Copy SQL" /></div>` : null}
    ${open === 'numbers' ? numbers : null}
  </div>`;
}

export interface Toast {
  id: number;
  text: string;
  code: string;
  failed: boolean;
}

export const toasts = signal<readonly Toast[]>([]);
let last_toast = 0;

export function showToast(text: string, code = '', failed = false): void {
  last_toast += 1;
  const id = last_toast;
  toasts.value = [...toasts.value, { id, text, code, failed }];
  setTimeout(() => {
    toasts.value = toasts.value.filter((one) => one.id !== id);
  }, 6_000);
}

export const Toasts = (): View =>
  html`<div class="toasts" role="status" aria-live="polite">${toasts.value.map(
    (one) =>
      html`<div class="toast" key=${one.id}><${Icon} name=${one.failed ? 'warn' : 'check'} /><span>${one.text}${one.code ? html`<code>${one.code}</code>` : null}</span></div>`,
  )}</div>`;

interface HeadProps {
  title: string;
  note?: Children;
  children?: Children;
}

/** Page heading with the actions of the page. */
export const PageHead = ({ title, note, children }: HeadProps): View =>
  html`<header class="head row"><div><h1>${title}</h1>${note ? html`<p class="quiet">${note}</p>` : null}</div>${children ? html`<div class="actions">${children}</div>` : null}</header>`;

interface DialogProps {
  open: boolean;
  /** Id of the heading. */
  label: string;
  children?: Children;
  /** Handlers of the events close and cancel. */
  [attribute: string]: unknown;
}

/**
 * A modal dialog. Its content has the heading. It shows the toasts too: those of the page are below it, and screen
 * readers do not read them.
 */
export function Dialog({ open, label, children, ...rest }: DialogProps): View {
  const box = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    if (open) box.current?.showModal();
    else box.current?.close();
  }, [open]);
  return html`<dialog ref=${box} aria-labelledby=${label} ...${rest}>${children}${open ? html`<${Toasts} />` : null}</dialog>`;
}

interface CardProps {
  title: string;
  note?: Children;
  aside?: Children;
  class?: string;
  children?: Children;
}

export const Card = ({ title, note, aside, children, ...rest }: CardProps): View =>
  html`<section class=${`card ${rest.class ?? ''}`} aria-label=${title}><div class="card-head"><div><h2>${title}</h2>${note ? html`<p class="quiet">${note}</p>` : null}</div>${aside ?? null}</div>${children}</section>`;

export const Note = ({
  tone,
  icon,
  title,
  children,
}: {
  tone: Tone;
  icon: IconName;
  title: Children;
  children?: Children;
}): View =>
  html`<div class=${`note ${tone}`}><${Icon} name=${icon} /><div><strong>${title}</strong>${children ? html`<p>${children}</p>` : null}</div></div>`;

interface InputProps {
  value: string;
  onInput: (value: string) => void;
  type?: string;
  /** Number of lines. More than 0 makes a textarea. */
  rows?: number | undefined;
  [attribute: string]: unknown;
}

/** An input without completion and spell check, unless its attributes say otherwise. */
export const Input = ({ onInput, type, rows, ...rest }: InputProps): View =>
  html`<${rows ? 'textarea' : 'input'} autocomplete="off" spellcheck=${false} ...${rest} ...${rows ? { rows } : { type }} onInput=${(event: { currentTarget: { value: string } }) => onInput(event.currentTarget.value)} />`;

interface FieldProps {
  label: string;
  value: string;
  onInput: (value: string) => void;
  type?: string;
  error?: string;
  hint?: Children;
  autocomplete?: string;
  required?: boolean;
  rows?: number;
}

export function Field({
  label,
  value,
  onInput,
  type = 'text',
  error,
  hint,
  autocomplete = 'off',
  required,
  rows,
}: FieldProps): View {
  const id = useId();
  const shared = {
    id,
    value,
    required,
    autocomplete,
    'aria-invalid': error ? 'true' : undefined,
    'aria-describedby': error || hint ? `${id}-note` : undefined,
    onInput,
    type,
    rows,
  };
  return html`<div class="field"><label for=${id}>${label}</label>
    <${Input} ...${shared} />
    ${error ? html`<p class="field-error" id=${`${id}-note`}>${error}</p>` : hint ? html`<p class="quiet" id=${`${id}-note`}>${hint}</p>` : null}</div>`;
}

/** A search field that takes effect shortly after the last key. */
export function SearchField({
  label,
  value,
  onChange,
  example,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Text that the empty field shows. */
  example: string;
}): View {
  const [typed, type] = useState(value);
  // A layout effect runs before the user types. A later one would undo it.
  useLayoutEffect(() => type(value), [value]);
  useEffect(() => {
    if (typed === value) return;
    const timer = setTimeout(() => onChange(typed.trim()), 250);
    return () => clearTimeout(timer);
  }, [typed]);
  return html`<${Input} type="search" class="filter" aria-label=${label} placeholder=${example} value=${typed} onInput=${type} />`;
}

interface ChoiceProps {
  label: string;
  value: string;
  options: readonly (readonly [value: string, text: string, count?: number])[];
  onChange: (value: string) => void;
}

/** A group of buttons of which one is selected. */
export const ButtonGroup = ({ label, value, options, onChange }: ChoiceProps): View =>
  html`<div class="chips" role="group" aria-label=${label}>${options.map(
    ([name, text, times]) =>
      html`<button type="button" class="chip" aria-pressed=${value === name} onClick=${() => onChange(name)}>${text}${times === undefined ? null : html`<b>${times}</b>`}</button>`,
  )}</div>`;
