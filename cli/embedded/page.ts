// The page of the embedded start: the link of a newcomer's first mail ends here, as SITE_URL is this server.
import { readFileSync } from 'node:fs';
import type { HttpResponse } from '../../gateway/server/types.ts';

const FILES = {
  '/': ['index.html', 'text/html; charset=utf-8'],
  '/welcome.css': ['welcome.css', 'text/css; charset=utf-8'],
  '/welcome.js': ['welcome.js', 'text/javascript; charset=utf-8'],
  '/words.js': ['words.js', 'text/javascript; charset=utf-8'],
} as const;

/** Nothing from anywhere else, nothing inline: what a link's fragment says can never become a script. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const HEADERS = {
  'Content-Security-Policy': POLICY,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
} as const;

/** The answers to GET by path. */
export function welcomePages(o: { version: string; url: string }): ReadonlyMap<string, HttpResponse> {
  const pages = Object.entries(FILES).map(([path, [name, type]]) => {
    const source = readFileSync(new URL(`page/${name}`, import.meta.url), 'utf8');
    const body = source.replaceAll('{{version}}', escaped(o.version)).replaceAll('{{url}}', escaped(o.url));
    return [path, { status: 200, headers: { ...HEADERS, 'Content-Type': type }, body }] as const;
  });
  return new Map(pages);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
