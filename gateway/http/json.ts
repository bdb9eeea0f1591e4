// How a value is written as a JSON body.

const ESCAPES: Record<string, string> = {
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
};

/** JSON that stays inert where a browser might take it for HTML or script; no blanks, no newline. */
export function wireJson(value: unknown): string {
  return inert(JSON.stringify(value));
}

/** The same for JSON that is written already: these characters are in it in strings alone. */
export function inert(json: string): string {
  return json.replace(/[<>&\u2028\u2029]/g, (found) => ESCAPES[found] ?? found);
}
