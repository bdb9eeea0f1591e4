// Parses the preferred languages for mails from Accept-Language.

const TAG = /^[a-z]{2,8}(-[a-z0-9]{1,8}){0,3}$/i;
const LONGEST = 500;
const MOST = 5;

/**
 * Returns at most MOST languages in order of preference, comma-separated. Returns null if the header names none or is
 * longer than LONGEST characters.
 */
export function readLanguages(header: string | undefined): string | null {
  if (!header || header.length > LONGEST) return null;
  const wanted = header.split(',').flatMap((part, place) => {
    const [tag = '', ...parameters] = part.split(';').map((text) => text.trim());
    const quality = parameters.find((parameter) => parameter.startsWith('q='));
    const weight = quality === undefined ? 1 : Number(quality.slice(2));
    return TAG.test(tag) && weight > 0 && weight <= 1 ? [{ tag: tag.toLowerCase(), weight, place }] : [];
  });
  wanted.sort((a, b) => b.weight - a.weight || a.place - b.place);
  const tags = [...new Set(wanted.map(({ tag }) => tag))].slice(0, MOST);
  return tags.length === 0 ? null : tags.join(',');
}
