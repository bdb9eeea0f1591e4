// Prepares the HTML of a mail for the inbox's frame: no scripts, no forms, and remote images only on request.

const POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'font-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  // Links open in a new tab outside the sandbox.
  'sandbox allow-popups allow-popups-to-escape-sandbox',
];

/** Returns the headers of the frame's document. `images` allows remote images. */
export function frameHeaders(images: boolean): Record<string, string> {
  const policy = [...POLICY, `img-src data:${images ? ' http: https:' : ''}`];
  return { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy.join('; ') };
}

const TARGET = '<base target="_blank">';

/** Makes links of the mail open a new tab, because many pages cannot be shown in a frame. */
export function framed(html: string): string {
  const head = /<head(\s[^>]*)?>/i;
  const place = head.test(html) ? head : /^(\s*<!doctype[^>]*>)?/i;
  return html.replace(place, (found) => `${found}${TARGET}`);
}

/** Returns true if a mail has remote images. */
export function namesImages(html: string): boolean {
  return /<img\b[^>]*\bsrc\s*=\s*["']?\s*(https?:)?\/\/|url\(\s*["']?\s*(https?:)?\/\//i.test(html);
}
