// URLs for people to read: a login and a query may be the key to what the URL leads to.

/** Begins as a URL does. */
const URL_START = /^\s*[a-z][a-z\d+.-]*:[/\\]/i;

/** A text with the logins and queries of its URL replaced by `***`; any other text is unchanged. */
export function maskedUrl(text: string): string {
  const open = maskedLogin(text);
  return isUrl(text) ? open.replace(/\?.*$/s, '?***') : open;
}

/** Replaces the login alone, for patterns in which `?` is a wildcard. */
export function maskedLogin(text: string): string {
  if (!isUrl(text) || !text.includes('@')) return text;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url !== null && url.host !== '') {
    // The last @ before the path ends the login.
    return url.username === '' && url.password === '' ? text : text.replace(/(:[/\\]*)[^/\\?#]*@/, '$1***@');
  }
  // No parser says where the login of a malformed URL ends, so everything before the last @ counts as one.
  return text.replace(/^(\s*[a-z][a-z\d+.-]*:[/\\]+)?.*@/is, '$1***@');
}

/** Text with blanks is prose, a template for instance, unless it begins as a URL. */
function isUrl(text: string): boolean {
  return URL_START.test(text) || (!/\s/.test(text) && (text.includes('://') || /:.*@/.test(text)));
}
