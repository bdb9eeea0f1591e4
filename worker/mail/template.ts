// The template language of mails: {{ .Name }} and {{ .Data.key }}, nothing else. What is missing prints as nothing.

export type TemplateValues = Record<string, unknown>;

const PLACEHOLDER = /\{\{-?\s*\.([A-Za-z_][\w-]*(?:\.[\w-]+)*)\s*-?\}\}/g;

/** Fills in an HTML template; every value is escaped for text and for quoted attributes. */
export function renderHtml(template: string, values: TemplateValues): string {
  return template.replace(PLACEHOLDER, (_, path: string) => escapeHtml(valueAt(values, path)));
}

/** Fills in a subject: plain text on one line, whatever the values hold. */
export function renderLine(template: string, values: TemplateValues): string {
  return oneLine(template.replace(PLACEHOLDER, (_, path: string) => valueAt(values, path)));
}

/** Fills in the text part: values as they are, but for control characters. */
export function renderText(template: string, values: TemplateValues): string {
  return template.replace(PLACEHOLDER, (_, path: string) => oneLine(valueAt(values, path)));
}

/** A text without control characters and line separators, so that it cannot begin another header. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&#34;')
    .replaceAll("'", '&#39;');
}

function valueAt(values: TemplateValues, path: string): string {
  let value: unknown = values;
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return '';
    value = (value as TemplateValues)[key];
  }
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
