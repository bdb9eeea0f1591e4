// Parses times in answers. Date.parse alone takes longer than JSON.parse of the rest.

// Date itself parses "soon 5" as a day in May, and reads a time without an offset in this machine's time zone.
const time =
  /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?(Z|[+-]([01]\d|2[0-3]):?[0-5]\d)$/i;

/** Returns true for a complete time with its offset. */
export function isTime(text: string): boolean {
  return time.test(text);
}

/** Returns such a time in milliseconds. */
export function timeOf(text: string): number {
  const two = (at: number) => text.charCodeAt(at) * 10 + text.charCodeAt(at + 1) - 528;
  // The format of toISOString(). Date.UTC maps years below 100 to the last century.
  return text.length === 24 && text > '01' && text[19] === '.'
    ? Date.UTC(
        two(0) * 100 + two(2),
        two(5) - 1,
        two(8),
        two(11),
        two(14),
        two(17),
        two(20) * 10 + text.charCodeAt(22) - 48,
      )
    : Date.parse(text);
}
