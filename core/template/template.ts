// Message templates: a subset of Go's html/template, which supabase/auth uses (see docs/templates.md).
import { escapeForHtml } from './escape.ts';
import { renderNodes } from './evaluate.ts';
import { parse } from './parser.ts';
import type { Node, Operand, Pipe } from './syntax.ts';
import { formatValue } from './values.ts';

export { RenderError, TemplateError } from './fault.ts';
export { TrustedUrl } from './values.ts';

/**
 * Form of the output. html: values are escaped by context. text: each value is one line. line: the whole text is one
 * line, for headers.
 */
export type OutputForm = 'html' | 'text' | 'line';

export interface Template {
  render(values: Readonly<Record<string, unknown>>): string;
  /** Names of the values that the template reads, without members. */
  names: ReadonlySet<string>;
}

/** Parses a template. Throws a TemplateError with line and column if it is invalid. */
export function parseTemplate(source: string, form: OutputForm): Template {
  const nodes = parse(source);
  if (form === 'html') escapeForHtml(source, nodes);
  else forEachPrint(nodes, (node) => (node.escape = (value) => toOneLine(formatValue(value))));
  const render = (values: Readonly<Record<string, unknown>>): string => renderNodes(nodes, values);
  return { render: form === 'line' ? (values) => toOneLine(render(values)) : render, names: collectNames(nodes) };
}

/** Replaces control characters and line separators by blanks, so that a text cannot start another line or header. */
export function toOneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
}

function forEachPrint(nodes: readonly Node[], work: (print: Extract<Node, { type: 'print' }>) => void): void {
  for (const node of nodes) {
    if (node.type === 'print') work(node);
    else if ('body' in node) for (const inner of [node.body, node.otherwise]) forEachPrint(inner, work);
  }
}

/**
 * Returns the names of the values that a template reads: `.Name` where the dot is the root, and `$.Name` everywhere.
 */
function collectNames(nodes: readonly Node[], dotted = true, names = new Set<string>()): Set<string> {
  for (const node of nodes) {
    if ('pipe' in node) collectPipeNames(node.pipe, dotted, names);
    if (!('body' in node)) continue;
    collectNames(node.body, dotted && node.type === 'if', names);
    collectNames(node.otherwise, dotted, names);
  }
  return names;
}

function collectPipeNames({ commands }: Pipe, dotted: boolean, names: Set<string>): void {
  const operands: Operand[] = commands.flatMap((command) => [...command.operands]);
  for (const operand of operands) {
    if (operand.type === 'pipe') collectPipeNames(operand.pipe, dotted, names);
    const own = operand.type === 'path' ? dotted : operand.type === 'variable' && operand.name === '$';
    const [name] = own && 'path' in operand ? operand.path : [];
    if (name !== undefined) names.add(name);
  }
}
