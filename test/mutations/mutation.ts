// A change that breaks one behavior, and the test that must detect it.

export interface Mutation {
  group: string;
  /** Description of the broken behavior. */
  breaks: string;
  file: string;
  /** Text that occurs in the file exactly once. Line breaks and indentation do not matter. */
  from: string;
  to: string;
  test: string;
  /** Start of the title of the test that must fail. */
  fails: string;
}

/** Returns start and end of the mutated text in its file; undefined unless the text occurs exactly once. */
export function findMutatedText(source: string, from: string): { start: number; end: number } | undefined {
  const pattern = from
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replace(/\s+/g, '\\s+')
    .replace(/\\\(/g, '\\(\\s*');
  const [match, ...others] = source.matchAll(new RegExp(pattern, 'g'));
  if (match === undefined || others.length > 0) return undefined;
  return { start: match.index, end: match.index + match[0].length };
}

/**
 * Returns true if a string in a test file can be a title that starts with `fails`. `${…}` matches any text. If the title
 * begins with computed text, `fails` must also contain text of the string.
 */
export function canBeTitle(text: string, fails: string): boolean {
  const [first = '', second, ...others] = text.split(/\$\{[^}]*\}/);
  if (second === undefined || fails.length <= first.length) return first.startsWith(fails);
  if (first !== '') return fails.startsWith(first);
  for (let at = 1; second !== '' && at < fails.length - 1; at += 1) {
    const rest = fails.slice(at);
    if (second.startsWith(rest) || (others.length > 0 && rest.startsWith(second))) return true;
  }
  return false;
}
