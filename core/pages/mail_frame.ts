// Prepares the HTML of a mail for display in a frame: no scripts, no forms, and remote images only if requested.

const POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'font-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
];

interface FrameOptions {
  /** True to allow remote images. */
  images: boolean;
  /** True to open links in a new tab outside the sandbox. Otherwise links do nothing. */
  links: boolean;
}

/** Returns the headers of the frame's document. */
export function frameHeaders({ images, links }: FrameOptions): Record<string, string> {
  const sandbox = links ? 'sandbox allow-popups allow-popups-to-escape-sandbox' : 'sandbox';
  const policy = [...POLICY, sandbox, `img-src data:${images ? ' http: https:' : ''}`];
  return { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy.join('; ') };
}

const TARGET = '<base target="_blank">';

/** Makes the links of a mail open outside the frame, because many pages do not allow frames. */
export function openLinksInNewWindow(html: string): string {
  const head = /<head(\s[^>]*)?>/i;
  const place = head.test(html) ? head : /^(\s*<!doctype[^>]*>)?/i;
  return html.replace(place, (found) => `${found}${TARGET}`);
}

/** Returns true if a mail has remote images. */
export function hasRemoteImages(html: string): boolean {
  return /<img\b[^>]*\bsrc\s*=\s*["']?\s*(https?:)?\/\/|url\(\s*["']?\s*(https?:)?\/\//i.test(html);
}
