// The page of MAILER_CONFIRM_PAGE. Virus scanners open the links in mails before users do, and a link works only once.
// Therefore the link shows a page with a button. The button posts a form to the same path, which consumes the link.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { STYLES } from '../../core/pages/asset.ts';
import type { HttpRequest, HttpResponse } from '../server/types.ts';

const PATH = /^\/verify\/?$/;
const FORM = /^application\/x-www-form-urlencoded\s*(;|$)/i;
/**
 * Maximum size of the form in bytes. A token, a type and a target of 2,048 bytes fit even if they are percent-encoded.
 */
const FORM_LIMIT = 16 * 1024;

/** Title and button of the page, by type of the link. */
const WORDS: Readonly<Record<string, readonly [title: string, button: string]>> = {
  signup: ['Confirm your address', 'Confirm'],
  invite: ['Accept the invitation', 'Accept'],
  recovery: ['Choose a new password', 'Continue'],
  email_change: ['Confirm your new address', 'Confirm'],
};
const SIGN_IN = ['Sign in', 'Sign in'] as const;

/** Inline styles, so that the page loads no other file. */
const STYLE = `${STYLES.map(([, file]) => readFileSync(file, 'utf8')).join('')}
:root { --control: 2.75rem; --control-pad: 2rem; }
body { margin: 0; padding: 1rem; min-height: 100dvh; display: grid; place-items: center; background: var(--bg);
  color: var(--ink); font: 1rem/1.5 var(--sans); }
main { max-width: 26rem; padding: 2rem 1.5rem; text-align: center; }
.arch { display: block; width: 2rem; margin: 0 auto 1rem; fill: var(--accent); }
h1 { font-size: 1.4rem; line-height: 1.25; margin: 0 0 .75rem; text-wrap: balance; }
p { margin: 0 0 1.5rem; color: var(--ink-2); overflow-wrap: anywhere; }
/* A double click would send the form twice, but a link works only once. */
button:focus:not(:focus-visible, :active) { pointer-events: none; opacity: .6; }
`;
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** Requests that the page's button has sent. */
const pressed = new WeakSet<HttpRequest>();

/**
 * Converts the button's POST request to a GET request of the link. Returns other requests unchanged. `path` is
 * without the API prefix.
 */
export async function toLinkRequest(request: HttpRequest, path: string): Promise<HttpRequest> {
  if (request.method !== 'POST' || !PATH.test(path) || !FORM.test(request.header('content-type') ?? '')) {
    return request;
  }
  const query = (await request.body(FORM_LIMIT)).toString('latin1');
  const followed: HttpRequest = {
    method: 'GET',
    path: request.path,
    query,
    // The redirect target is in the form, so the headers redirect_to and Referer are ignored.
    header: (name) => (/^(redirect_to|referer)$/i.test(name) ? undefined : request.header(name)),
    remote_addr: request.remote_addr,
    body: (limit) => request.body(limit),
    get aborted() {
      return request.aborted;
    },
  };
  pressed.add(followed);
  return followed;
}

export function isButtonRequest(request: HttpRequest): boolean {
  return pressed.has(request);
}

/** Returns the page for a link. The caller has checked that redirects to the target are allowed. */
export function renderConfirmPage(o: { type: string; token: string; target: string }): HttpResponse {
  const [title, button] = WORDS[o.type] ?? SIGN_IN;
  const { host, source } = describeTarget(o.target);
  const hidden = Object.entries({ token: o.token, type: o.type, redirect_to: o.target })
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
    .join('');
  const body = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<main class="card">
<svg class="arch" viewBox="0 0 32 32" aria-hidden="true"><path d="M5 30V14a11 11 0 0 1 22 0v16h-7V15a4 4 0 0 0-8 0v15z" /></svg>
<h1>${title}</h1>
<p>You will go on to ${escapeHtml(host)}.</p>
<form method="post" action="?">${hidden}<button type="submit" class="primary">${button}</button></form>
</main>
</body>
</html>
`;
  return {
    status: 200,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      // The URL of this page is the link itself, so it must not be sent to other sites.
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': [
        "default-src 'none'",
        `style-src 'sha256-${STYLE_HASH}'`,
        'img-src data:',
        // form-action also restricts the redirect after the form was sent.
        `form-action 'self' ${source}`,
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ].join('; '),
    },
    body,
  };
}

/**
 * Returns the target's host for display, and its source expression for the Content-Security-Policy. For an app's own
 * scheme, and for an IPv6 address, which a source expression cannot name, the source expression is only the scheme.
 */
function describeTarget(target: string): { host: string; source: string } {
  if (!URL.canParse(target)) return { host: 'the app', source: '' };
  const { protocol, host, hostname } = new URL(target);
  if (protocol !== 'https:' && protocol !== 'http:') return { host: 'the app', source: protocol };
  return { host, source: hostname.startsWith('[') ? protocol : `${protocol}//${host}` };
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
