// Masks credentials in URLs for display. A query may be a credential too.

/** Matches the start of a URL. */
const URL_START = /^\s*[a-z][a-z\d+.-]*:[/\\]/i;

/** Replaces the credentials and the query of a URL by `***`. Other text is unchanged. */
export function maskUrl(text: string): string {
  const open = maskCredentials(text);
  return isUrl(text) ? open.replace(/\?.*$/s, '?***') : open;
}

/** Masks only the credentials. For URL patterns, in which `?` is a wildcard and does not start a query. */
export function maskCredentials(text: string): string {
  if (!isUrl(text) || !text.includes('@')) return text;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url !== null && url.host !== '') {
    // The last @ before the path ends the credentials.
    return url.username === '' && url.password === '' ? text : text.replace(/(:[/\\]*)[^/\\?#]*@/, '$1***@');
  }
  // In a malformed URL the end of the credentials is unclear, so everything before the last @ is masked.
  return text.replace(/^(\s*[a-z][a-z\d+.-]*:[/\\]+)?.*@/is, '$1***@');
}

/**
 * Returns true if the text looks like a URL. A text with blanks, such as a template, does not, unless it starts like
 * a URL.
 */
function isUrl(text: string): boolean {
  return URL_START.test(text) || (!/\s/.test(text) && (text.includes('://') || /:.*@/.test(text)));
}
