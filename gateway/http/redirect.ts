// Decides which URLs a flow may redirect to. This is not done in SQL, so that the gateway can redirect a forged link
// without a database call.
import { compileAllowList } from '../../core/glob.ts';

export interface RedirectRules {
  /** Returns true if redirects to the URL are allowed. */
  allows(target: string): boolean;
  /** Returns true if the URL is one of the server's own pages. */
  isOwn(target: string): boolean;
  /**
   * Returns the target of a redirect: `redirect_to` of the header, or of the query if the header is absent. If that is
   * absent or not allowed, returns the Referer if it is allowed, and SITE_URL otherwise.
   */
  resolve(o: { header?: string | undefined; query?: string | undefined; referer?: string | undefined }): string;
}

interface RedirectSettings {
  site_url: string;
  uri_allow_list: readonly string[];
  security_redirect_same_origin: boolean;
}

/** URLs of the server's own pages, to which a sign-in may return. A redirect URL may add a query, but no fragment. */
export type OwnPages = readonly string[];

/** Maximum length of a target in bytes. The time of a check grows with the length and with the allow list. */
const MAX_BYTES = 2_048;

/** Schemes that are never allowed. `javascript://site.host/%0a…` runs a script and has the host of the site. */
const NEVER = new Set(['javascript:', 'data:', 'vbscript:', 'blob:', 'about:', 'file:', 'filesystem:', 'view-source:']);

/** Hosts that the allow list can match for http and https: a name, an IPv4 address, or an IPv6 address in brackets. */
const HOST_NAME = /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])$/;

/** Matches a percent sign that does not start an escape. A target may have one only in its query. */
const BROKEN_ESCAPE = /%(?![0-9a-f]{2})/i;

/** Creates the check of redirect targets. `refused` is called with each `redirect_to` that is not allowed. */
export function createRedirectRules(
  settings: RedirectSettings,
  { own = [], refused }: { own?: OwnPages; refused?: (target: string) => void } = {},
): RedirectRules {
  const site = new URL(settings.site_url);
  const siteHost = hostAsWritten(settings.site_url);
  const patterns = compileAllowList(settings.uri_allow_list);

  const fitsSite = settings.security_redirect_same_origin
    ? (url: URL): boolean => url.protocol === site.protocol && url.port === site.port
    : createSchemeRule(site);

  const isSite = (url: URL, host: string): boolean => {
    if (!fitsSite(url)) return false;
    // The host must be that of SITE_URL both as the URL parser returns it and as it is written.
    return (
      url.hostname !== '' &&
      url.hostname.toLowerCase() === site.hostname &&
      (host === siteHost || host === site.hostname)
    );
  };

  const isOwn = (target: string): boolean =>
    own.some((page) => target === page || (target.startsWith(`${page}?`) && !target.includes('#')));

  const allows = (target: string): boolean => {
    // Browsers remove tabs and line breaks and trim blanks, so the opened URL would differ from the checked one.
    if (target === '' || isTooLong(target)) return false;
    if (hasForbiddenCharacters(target) || BROKEN_ESCAPE.test(target.replace(/\?[^#]*/, ''))) return false;
    if (isOwn(target)) return true;
    const listed = (): boolean => {
      const [text = ''] = target.split('#', 1);
      return patterns.some((matches) => matches(text));
    };
    if (!URL.canParse(target)) return !/^(?:[/\\]{2}|https?:)/i.test(target) && listed();
    const url = new URL(target);
    if (NEVER.has(url.protocol)) return false;
    const web = url.protocol === 'http:' || url.protocol === 'https:';
    const host = hostAsWritten(target);
    if (web && (!/^https?:\/\/[^/\\]/i.test(target) || target.includes('\\') || url.username || url.password))
      return false;
    if (isSite(url, host)) return true;
    if (/^\d+$/.test(host)) return false;
    // Rejects hosts that are not in canonical form, such as numeric IPv4 forms, escapes and other scripts.
    if (web && (host !== url.hostname || !HOST_NAME.test(host))) return false;
    return listed();
  };

  return {
    allows,
    isOwn,
    resolve: ({ header, query, referer }) => {
      const candidate = header || query;
      if (candidate && allows(candidate)) return candidate;
      if (candidate) refused?.(candidate);
      if (referer && allows(referer)) return referer;
      return settings.site_url;
    },
  };
}

/**
 * Allows the scheme of SITE_URL. If that is http or https, also allows https, and http if the host of SITE_URL is a
 * loopback host.
 */
function createSchemeRule(site: URL): (url: URL) => boolean {
  const web = site.protocol === 'http:' || site.protocol === 'https:';
  const schemes = new Set([site.protocol, ...(web ? ['https:'] : [])]);
  if (web && LOOPBACK.test(site.hostname)) schemes.add('http:');
  return ({ protocol }) => schemes.has(protocol);
}

/** Loopback hosts as the URL parser writes them. Traffic between browser and app stays on the machine. */
const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/** Compares the number of characters first, because it is never greater than the number of bytes. */
function isTooLong(target: string): boolean {
  return target.length > MAX_BYTES || Buffer.byteLength(target) > MAX_BYTES;
}

/**
 * Returns true if the text has control characters, leading or trailing blanks (which browsers trim) or lone
 * surrogates.
 */
function hasForbiddenCharacters(text: string): boolean {
  return /\p{Cc}|^ | $/u.test(text) || !text.isWellFormed();
}

/** Returns the host as written, in lower case, without userinfo and port. */
function hostAsWritten(target: string): string {
  const [, authority = ''] = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(target) ?? [];
  return authority
    .slice(authority.lastIndexOf('@') + 1)
    .replace(/:\d*$/, '')
    .toLowerCase();
}

/** Converts a URL to header text: percent-encodes blanks, control characters and everything outside ASCII. */
export function encodeForHeader(url: string): string {
  return url.toWellFormed().replace(/[^\x21-\x7e]/gu, (character) => encodeURIComponent(character));
}
