// Assertions and test values that several fuzz targets share.

/** Runs `work`. Returns its result, or undefined if it throws one of these errors. */
export async function allowErrors<T>(
  errors: (new (...args: never[]) => Error)[],
  work: () => T | Promise<T>,
): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (errors.some((kind) => error instanceof kind)) return undefined;
    throw error;
  }
}

export function assertHolds(holds: boolean, message: string): void {
  if (!holds) throw new Error(message);
}

/** Checks that Postgres can store a value: it has neither NUL characters nor unpaired surrogates. */
export function assertStorable(value: unknown): void {
  const text = JSON.stringify(value) ?? '';
  assertHolds(!text.includes('\\u0000') && !/\\ud[89a-f]/.test(text), 'NUL or half a character gets through');
}

export const NOW = Date.parse('2026-11-26T12:00:00.000Z');
export const JSON_WORDS = [
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '"',
  'null',
  'true',
  '1e9',
  '\\u0000',
  '\\ud800',
  '__proto__',
  'email',
];
