// Reads the times in answers. Date.parse alone takes longer than JSON.parse for all that is around them.

// Date itself reads "soon 5" as a day in May, and a time without an offset by this machine's clock.
const time =
  /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?(Z|[+-]([01]\d|2[0-3]):?[0-5]\d)$/i;

/** Tells a whole time with its offset. */
export function isTime(text: string): boolean {
  return time.test(text);
}

/** Such a time in milliseconds. */
export function timeOf(text: string): number {
  const two = (at: number) => text.charCodeAt(at) * 10 + text.charCodeAt(at + 1) - 528;
  // As toISOString() writes it. Date.UTC takes a year of two digits for one of the last century.
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
