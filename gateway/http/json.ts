// Serializes JSON bodies.

const ESCAPES: Record<string, string> = {
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
};

/** Serializes a value as JSON that is safe even if a browser interprets it as HTML or script. */
export function toWireJson(value: unknown): string {
  return escapeJsonForHtml(JSON.stringify(value));
}

/** Escapes characters that are special in HTML. In JSON text they occur only inside strings. */
export function escapeJsonForHtml(json: string): string {
  return json.replace(/[<>&\u2028\u2029]/g, (found) => ESCAPES[found] ?? found);
}
