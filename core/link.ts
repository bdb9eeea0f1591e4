// The link of a mail: <base><path>?token=…&type=…&redirect_to=….

export interface LinkParts {
  base_url: string;
  /** A path setting: relative to base_url like a reference in a page, so a leading slash replaces the base's path. */
  path: string;
  token: string;
  type: string;
  redirect_to: string;
}

/** The address that confirms. redirect_to stays as it is unless that would break the query apart. */
export function confirmationUrl({ base_url, path, token, type, redirect_to }: LinkParts): string {
  const url = new URL(path || '/verify', base_url);
  const target = /[&=#]/.test(redirect_to) ? queryEscape(redirect_to) : redirect_to;
  url.search = '';
  url.hash = '';
  return `${url.href}?token=${queryEscape(token)}&type=${queryEscape(type)}&redirect_to=${target}`;
}

/** Escapes as servers' form encoders do: everything but letters, digits and - _ . ~; a blank is a plus. */
function queryEscape(text: string): string {
  return encodeURIComponent(text)
    .replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+');
}
