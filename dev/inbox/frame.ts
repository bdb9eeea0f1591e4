// The HTML of a mail as the inbox's page shows it in a frame: no script, no form, nothing from elsewhere unless asked for.

const POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'font-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  // Links open in a tab of their own, which is no sandbox any more.
  'sandbox allow-popups allow-popups-to-escape-sandbox',
];

/** The headers of the frame's document; with `images` those of other servers are loaded too. */
export function frameHeaders(images: boolean): Record<string, string> {
  const policy = [...POLICY, `img-src data:${images ? ' http: https:' : ''}`];
  return { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy.join('; ') };
}

const TARGET = '<base target="_blank">';

/** The mail's own document, whose links open a new tab: pages refuse to be shown in a frame. */
export function framed(html: string): string {
  const head = /<head(\s[^>]*)?>/i;
  const place = head.test(html) ? head : /^(\s*<!doctype[^>]*>)?/i;
  return html.replace(place, (found) => `${found}${TARGET}`);
}

/** Whether a mail names pictures of other servers. */
export function namesImages(html: string): boolean {
  return /<img\b[^>]*\bsrc\s*=\s*["']?\s*(https?:)?\/\/|url\(\s*["']?\s*(https?:)?\/\//i.test(html);
}
