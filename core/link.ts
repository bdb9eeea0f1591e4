// Builds the link in a mail: <base><path>?token=…&type=…&redirect_to=….

export interface LinkParts {
  base_url: string;
  /**
   * Path from the settings. It is resolved against base_url as a relative URL, so a path with a leading slash replaces
   * the path of base_url.
   */
  path: string;
  token: string;
  type: string;
  redirect_to: string;
}

/** Returns the link. redirect_to is escaped only if it contains `&`, `=` or `#`. */
export function buildConfirmationUrl({ base_url, path, token, type, redirect_to }: LinkParts): string {
  const url = new URL(path || '/verify', base_url);
  const target = /[&=#]/.test(redirect_to) ? escapeQueryValue(redirect_to) : redirect_to;
  url.search = '';
  url.hash = '';
  return `${url.href}?token=${escapeQueryValue(token)}&type=${escapeQueryValue(type)}&redirect_to=${target}`;
}

/** Escapes everything except letters, digits and - _ . ~. A space becomes a plus. */
function escapeQueryValue(text: string): string {
  return encodeURIComponent(text)
    .replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+');
}
