// Reads the files of HTML pages, and builds their response headers.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

export interface PageFile {
  headers: Readonly<Record<string, string>>;
  body: string;
}

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
};

const HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
} as const;

/** Style sheets that all pages use: colors, sizes and fonts, then buttons, fields and cards. */
export const STYLES: readonly (readonly [name: string, file: URL])[] = ['tokens.css', 'shapes.css'].map((name) => [
  name,
  new URL(name, import.meta.url),
]);

/** Reads a file and replaces `{{name}}` by escaped values. */
export function readPageFile(file: URL, values: Readonly<Record<string, string>> = {}): PageFile {
  const body = fillPage(readFileSync(file, 'utf8'), values);
  const type = TYPES[file.pathname.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
  const headers = { 'Content-Type': type, ...HEADERS };
  return {
    headers: type === TYPES.html ? { ...headers, 'Content-Security-Policy': contentSecurityPolicy(body) } : headers,
    body,
  };
}

/**
 * Replaces `{{name}}` by escaped values, in one pass, so that a value that contains `{{name}}` or a pattern of
 * replace() such as `$'` is not changed.
 */
export function fillPage(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? escapeHtmlText(values[name] as string) : whole,
  );
}

/**
 * Returns the Content-Security-Policy of a page. It allows nothing from other origins and nothing inline except the
 * import map. `sources` are the directives for other content, forms and frames.
 */
export function contentSecurityPolicy(
  html: string,
  sources: readonly string[] = ["frame-src 'self'", 'img-src data:', "form-action 'none'", "frame-ancestors 'none'"],
): string {
  const maps = [...html.matchAll(/<script type="importmap">([\s\S]*?)<\/script>/g)].map(([, map = '']) => {
    return ` 'sha256-${createHash('sha256').update(map).digest('base64')}'`;
  });
  return [
    "default-src 'none'",
    `script-src 'self'${maps.join('')}`,
    "style-src 'self'",
    "connect-src 'self'",
    ...sources,
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

function escapeHtmlText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
