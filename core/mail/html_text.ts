// Derives the plain-text part of a mail from its HTML: the text and the URLs of links.

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** Converts HTML to text. Malformed HTML is tolerated. */
export function htmlToText(html: string): string {
  const text = html
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<(head|style|script|title)\b[\s\S]*?<\/\1\s*>/gi, '')
    .replace(/\s+/g, ' ')
    .replace(/<a\b[^>]*?\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))[^>]*>([\s\S]*?)<\/a\s*>/gi, linkText)
    .replace(/<br\b[^>]*>/gi, '\n')
    .replace(/<li\b[^>]*>/gi, '\n- ')
    .replace(/<\/(p|div|h[1-6]|table|ul|ol|blockquote)\s*>|<(p|div|h[1-6]|table|ul|ol|blockquote|hr)\b[^>]*>/gi, '\n\n')
    .replace(/<\/tr\s*>/gi, '\n')
    .replace(/<\/td\s*>|<\/th\s*>/gi, ' ')
    .replace(/<[^>]*>/g, '');
  const lines = decodeEntities(text).split('\n');
  const tidy = lines.map((line) => line.replace(/[ \u00a0]+/g, ' ').trim());
  return `${tidy
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()}\n`;
}

function linkText(_: string, double?: string, single?: string, bare?: string, words = ''): string {
  const address = double ?? single ?? bare ?? '';
  const label = words.replace(/<[^>]*>/g, '').trim();
  return label === '' || label === address ? address : `${label}: ${address}`;
}

function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return NAMED[String(name).toLowerCase()] ?? whole;
    const point = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal);
    return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : '';
  });
}
