// Functions that templates can call. evaluate.ts runs `and` and `or`, because it evaluates their arguments lazily.
import { findFormatError, formatValues } from './printf.ts';
import { EncodedText, formatValue, isMap, isTruthy, readMember, toComparable } from './values.ts';

interface TemplateFunction {
  least: number;
  most: number;
  work: (args: readonly unknown[]) => unknown;
  /** Checks a literal first argument at parse time. Returns an error text or null. */
  check?: (first: unknown) => string | null;
}

const equal = (a: unknown, b: unknown): boolean => {
  const [left, right] = [toComparable(a), toComparable(b)];
  return left === null || right === null ? (a ?? null) === null && (b ?? null) === null : left === right;
};

/** Compares two values. Returns a negative number, zero or a positive number; undefined if they have no order. */
const order = (a: unknown, b: unknown): number | undefined => {
  const [left, right] = [toComparable(a), toComparable(b)];
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  if (typeof left !== 'string' || typeof right !== 'string') return undefined;
  if (left === right) return 0;
  return left < right ? -1 : 1;
};

const compares = (holds: (sign: number) => boolean): TemplateFunction => ({
  least: 2,
  most: 2,
  work: ([a, b]) => {
    const sign = order(a, b);
    return sign !== undefined && holds(sign);
  },
});

const MANY = 50;

export const FUNCTIONS: Readonly<Record<string, TemplateFunction>> = {
  and: { least: 1, most: MANY, work: (args) => args.at(-1) },
  or: { least: 1, most: MANY, work: (args) => args.at(-1) },
  not: { least: 1, most: 1, work: ([value]) => !isTruthy(value) },
  eq: { least: 2, most: MANY, work: ([first, ...others]) => others.some((other) => equal(first, other)) },
  ne: { least: 2, most: 2, work: ([a, b]) => !equal(a, b) },
  lt: compares((sign) => sign < 0),
  le: compares((sign) => sign <= 0),
  gt: compares((sign) => sign > 0),
  ge: compares((sign) => sign >= 0),
  len: { least: 1, most: 1, work: ([value]) => length(value) },
  index: { least: 1, most: MANY, work: ([value, ...keys]) => keys.reduce(readMember, value) },
  slice: { least: 1, most: 3, work: ([value, from, to]) => slice(value, from, to) },
  print: { least: 0, most: MANY, work: (args) => joinLikeGoPrint(args) },
  println: { least: 0, most: MANY, work: (args) => `${args.map(formatValue).join(' ')}\n` },
  printf: {
    least: 1,
    most: MANY,
    work: ([format, ...args]) => formatValues(String(format), args),
    check: findFormatError,
  },
  html: { least: 1, most: MANY, work: (args) => joinLikeGoPrint(args) },
  urlquery: { least: 1, most: MANY, work: (args) => new EncodedText(joinLikeGoPrint(args)) },
};

/** Joins values as Go's print does: with a blank between two values if neither is a text. */
function joinLikeGoPrint(args: readonly unknown[]): string {
  return args.reduce<string>((text, value, position) => {
    const blank = position > 0 && ![value, args[position - 1]].some((one) => typeof toComparable(one) === 'string');
    return `${text}${blank ? ' ' : ''}${formatValue(value)}`;
  }, '');
}

/** Returns the number of bytes of a text, or of members of a list or map; 0 for other values. */
function length(value: unknown): number {
  const text = toComparable(value);
  if (typeof text === 'string') return Buffer.byteLength(text);
  if (Array.isArray(value)) return value.length;
  return isMap(value) ? Object.keys(value).length : 0;
}

function slice(value: unknown, from: unknown, to: unknown): unknown {
  const whole = (bound: unknown): number | undefined =>
    typeof bound === 'number' && bound >= 0 ? Math.trunc(bound) : undefined;
  if (Array.isArray(value)) return value.slice(whole(from), whole(to));
  const text = toComparable(value);
  return typeof text === 'string' ? Array.from(text).slice(whole(from), whole(to)).join('') : undefined;
}
