// Fields of forms and filters, with a label and an error message.
import { type Children, html, useEffect, useState, type View } from './view.ts';

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
  const id = `field-${label.toLowerCase().replace(/\W+/g, '-')}`;
  const shared = {
    id,
    value,
    required,
    autocomplete,
    spellcheck: false,
    'aria-invalid': error ? 'true' : undefined,
    'aria-describedby': error || hint ? `${id}-note` : undefined,
    onInput: (event: { currentTarget: { value: string } }) => onInput(event.currentTarget.value),
  };
  return html`<div class="field"><label for=${id}>${label}</label>
    ${rows ? html`<textarea ...${shared} rows=${rows}></textarea>` : html`<input type=${type} ...${shared} />`}
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
  useEffect(() => type(value), [value]);
  useEffect(() => {
    if (typed === value) return;
    const timer = setTimeout(() => onChange(typed.trim()), 250);
    return () => clearTimeout(timer);
  }, [typed]);
  return html`<input type="search" class="filter" aria-label=${label} placeholder=${example} value=${typed} autocomplete="off" spellcheck=${false}
    onInput=${(event: { currentTarget: { value: string } }) => type(event.currentTarget.value)} />`;
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
