// Serializes JSON bodies.

const ESCAPES: Record<string, string> = {
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
};

/** Returns JSON that is safe if a browser interprets it as HTML or script; no blanks, no newline. */
export function wireJson(value: unknown): string {
  return htmlSafe(JSON.stringify(value));
}

/** Escapes JSON text in the same way. These characters occur only inside strings. */
export function htmlSafe(json: string): string {
  return json.replace(/[<>&\u2028\u2029]/g, (found) => ESCAPES[found] ?? found);
}
