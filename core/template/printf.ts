// printf with the verbs that are useful in mails.
import { formatValue, toComparable } from './values.ts';

const VERB = /%([-+0 #]*)(\d*)(?:\.(\d*))?([a-zA-Z%])/g;
const UNDERSTOOD = 'svdqtfxX%';
const WIDEST = 200;

/** Returns an error text for an invalid format, or null. */
export function findFormatError(format: unknown): string | null {
  if (typeof format !== 'string') return 'the first argument of printf must be a text in quotes';
  const rest = format.replace(VERB, (whole, _flags, width: string, precision: string | undefined, verb: string) => {
    const fits = UNDERSTOOD.includes(verb) && Number(width) <= WIDEST && Number(precision ?? 0) <= WIDEST;
    return fits ? '' : whole;
  });
  const [left] = /%.{0,5}/.exec(rest) ?? [];
  return left === undefined ? null : `printf understands %s %v %d %q %t %f %x %X and %%, not ${left.trim()}`;
}

export function formatValues(format: string, args: readonly unknown[]): string {
  let next = 0;
  return format.replace(VERB, (_, flags: string, width: string, precision: string | undefined, verb: string) => {
    if (verb === '%') return '%';
    const value = args[next];
    next += 1;
    const text = formatVerb(verb, value, precision === undefined ? undefined : Number(precision));
    const signed = flags.includes('+') && Number(text) >= 0 && 'dfv'.includes(verb) ? `+${text}` : text;
    const wide = Number(width);
    if (flags.includes('-')) return signed.padEnd(wide);
    return signed.padStart(wide, flags.includes('0') && 'dfxX'.includes(verb) ? '0' : ' ');
  });
}

function formatVerb(verb: string, value: unknown, precision: number | undefined): string {
  const number = typeof value === 'number' ? value : Number.NaN;
  switch (verb) {
    case 'd':
      return Number.isNaN(number) ? formatValue(value) : String(Math.trunc(number));
    case 'f':
      return Number.isNaN(number) ? formatValue(value) : number.toFixed(precision ?? 6);
    case 'x':
    case 'X': {
      const hex = Number.isNaN(number)
        ? Buffer.from(formatValue(value)).toString('hex')
        : Math.trunc(number).toString(16);
      return verb === 'X' ? hex.toUpperCase() : hex;
    }
    case 'q':
      return JSON.stringify(formatValue(value));
    case 't':
      return String(toComparable(value) === true);
  }
  const text = formatValue(value);
  return precision === undefined ? text : Array.from(text).slice(0, precision).join('');
}
