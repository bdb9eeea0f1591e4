// A change that breaks one behaviour, and the test that must detect it.

export interface Mutation {
  group: string;
  /** The broken behaviour, in words. */
  breaks: string;
  file: string;
  /** Text that occurs in the file exactly once; line breaks and indentation do not matter. */
  from: string;
  to: string;
  test: string;
  /** Start of the title of the test that must fail. */
  fails: string;
}

/** Start and end of a mutation's passage in its file, or undefined unless it occurs exactly once. */
export function passage(source: string, from: string): { start: number; end: number } | undefined {
  const pattern = from
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replace(/\s+/g, '\\s+')
    .replace(/\\\(/g, '\\(\\s*');
  const [match, ...others] = source.matchAll(new RegExp(pattern, 'g'));
  if (match === undefined || others.length > 0) return undefined;
  return { start: match.index, end: match.index + match[0].length };
}
