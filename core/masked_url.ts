// Masks URLs for display: a login or a query may be a credential.

/** Matches the beginning of a URL. */
const URL_START = /^\s*[a-z][a-z\d+.-]*:[/\\]/i;

/** Replaces logins and the query of a URL by `***`. Other text is unchanged. */
export function maskedUrl(text: string): string {
  const open = maskedLogin(text);
  return isUrl(text) ? open.replace(/\?.*$/s, '?***') : open;
}

/** Replaces only the login. For URL patterns, in which `?` is a wildcard and does not start a query. */
export function maskedLogin(text: string): string {
  if (!isUrl(text) || !text.includes('@')) return text;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url !== null && url.host !== '') {
    // The last @ before the path ends the login.
    return url.username === '' && url.password === '' ? text : text.replace(/(:[/\\]*)[^/\\?#]*@/, '$1***@');
  }
  // A malformed URL has no defined login, so everything before the last @ is masked.
  return text.replace(/^(\s*[a-z][a-z\d+.-]*:[/\\]+)?.*@/is, '$1***@');
}

/** Text with blanks is prose, such as a template, unless it begins like a URL. */
function isUrl(text: string): boolean {
  return URL_START.test(text) || (!/\s/.test(text) && (text.includes('://') || /:.*@/.test(text)));
}
