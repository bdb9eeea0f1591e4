// Where a flow may send the browser. Judged here, because a forged link must redirect without a database call.
import { compileAllowList } from '../../core/glob.ts';

export interface Redirects {
  /** Whether a target may be redirected to. */
  allows(target: string): boolean;
  /** The first allowed of: header or query `redirect_to`, Referer, SITE_URL. */
  resolve(o: { header?: string | undefined; query?: string | undefined; referer?: string | undefined }): string;
}

interface RedirectSettings {
  site_url: string;
  uri_allow_list: readonly string[];
  security_redirect_same_origin: boolean;
}

/** A longer target is not looked at: judging one costs time in proportion to its length and to the allow list's. */
const MAX_BYTES = 2_048;

/** Schemes that run or show their own content; `javascript://site.host/%0a…` even has the right host. */
const NEVER = new Set(['javascript:', 'data:', 'vbscript:', 'blob:', 'about:', 'file:', 'filesystem:', 'view-source:']);

/** What the allow list may match in http and https, or an IPv6 address in brackets. */
const HOST_NAME = /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])$/;

/** No URL outside the query, where a percent sign may stand for itself. */
const BROKEN_ESCAPE = /%(?![0-9a-f]{2})/i;

export function createRedirects(settings: RedirectSettings): Redirects {
  const site = new URL(settings.site_url);
  const siteHost = hostText(settings.site_url);
  const patterns = compileAllowList(settings.uri_allow_list);

  const fitsSite = settings.security_redirect_same_origin
    ? (url: URL): boolean => url.protocol === site.protocol && url.port === site.port
    : schemeRule(site);

  const isSite = (url: URL, host: string): boolean => {
    if (!fitsSite(url)) return false;
    // Both readings of the host must agree: the browser's, and that of whoever compares the text.
    return (
      url.hostname !== '' &&
      url.hostname.toLowerCase() === site.hostname &&
      (host === siteHost || host === site.hostname)
    );
  };

  const allows = (target: string): boolean => {
    // Browsers drop tabs and line breaks and trim blanks: what they would then see is not what we judge.
    if (target === '' || isTooLong(target)) return false;
    if (hasForbidden(target) || BROKEN_ESCAPE.test(target.replace(/\?[^#]*/, ''))) return false;
    const listed = (): boolean => {
      const [text = ''] = target.split('#', 1);
      return patterns.some((matches) => matches(text));
    };
    if (!URL.canParse(target)) return !/^(?:[/\\]{2}|https?:)/i.test(target) && listed();
    const url = new URL(target);
    if (NEVER.has(url.protocol)) return false;
    const web = url.protocol === 'http:' || url.protocol === 'https:';
    const host = hostText(target);
    if (web && (!/^https?:\/\/[^/\\]/i.test(target) || target.includes('\\') || url.username || url.password))
      return false;
    if (isSite(url, host)) return true;
    if (/^\d+$/.test(host)) return false;
    // Numbers in disguise, escapes and letters of other scripts: only a host that is written as browsers read it.
    if (web && (host !== url.hostname || !HOST_NAME.test(host))) return false;
    return listed();
  };

  return {
    allows,
    resolve: ({ header, query, referer }) => {
      const candidate = header || query;
      if (candidate && allows(candidate)) return candidate;
      if (referer && allows(referer)) return referer;
      return settings.site_url;
    },
  };
}

/** The site's own scheme, https on a web site's host, and http where the host is this machine; the rest only by the allow list. */
function schemeRule(site: URL): (url: URL) => boolean {
  const web = site.protocol === 'http:' || site.protocol === 'https:';
  const schemes = new Set([site.protocol, ...(web ? ['https:'] : [])]);
  if (web && LOOPBACK.test(site.hostname)) schemes.add('http:');
  return ({ protocol }) => schemes.has(protocol);
}

/** The machine itself, as the URL parser writes it: nobody between browser and app reads what goes there. */
const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/** A text has at least as many bytes as characters, so a very long one is not even measured. */
function isTooLong(target: string): boolean {
  return target.length > MAX_BYTES || Buffer.byteLength(target) > MAX_BYTES;
}

/** Control characters, blanks at the ends, which browsers trim, and halves of surrogate pairs. */
function hasForbidden(text: string): boolean {
  return /\p{Cc}|^ | $/u.test(text) || !text.isWellFormed();
}

/** The host as it stands in the text, in lower case, without userinfo and port. */
function hostText(target: string): string {
  const [, authority = ''] = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(target) ?? [];
  return authority
    .slice(authority.lastIndexOf('@') + 1)
    .replace(/:\d*$/, '')
    .toLowerCase();
}

/** A URL as header text: what is not printable ASCII is percent-encoded, the rest stays verbatim. */
export function asHeader(url: string): string {
  return url.toWellFormed().replace(/[^\x21-\x7e]/gu, (character) => encodeURIComponent(character));
}
