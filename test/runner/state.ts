// What a test file could leave behind for the next one in the same process. Whoever changes it puts it back, or runs alone.

/** Named values: what has another value after a file than before it was left behind. */
type State = ReadonlyMap<string, unknown>;

/** Made when they are first used: the one by Node, the other by whoever loads the native engine, which reads it that once. */
const LAZY = /^(?:globalThis\.Symbol\(undici\.globalDispatcher\.\d\)|process\.env\.UWS_HTTP_MAX_HEADERS_SIZE)$/;
/** uvu keeps what it runs there; the others are helpers of compiled code, which each copy of tslib that is loaded puts there anew. */
const OF_MODULES = /^globalThis\.(?:UVU_|__[a-z]\w+$)/;
/** Nobody sees their listeners. `exit`: what waits for the end of the process waits longer. The other is node:cluster's own. */
const UNSEEN_EVENTS = ['exit', 'internalMessage'];

/** Those members that hold a value; one that is made when it is first read has none yet. */
function valuesOf(name: string, object: object): [string, unknown][] {
  return Reflect.ownKeys(object).flatMap((key): [string, unknown][] => {
    const own = Object.getOwnPropertyDescriptor(object, key);
    return own && 'value' in own ? [[`${name}.${String(key)}`, own.value]] : [];
  });
}

const isFunction = ([, value]: [string, unknown]): boolean => typeof value === 'function';

/** The parts of a process that all its files share. */
export function stateOf(): State {
  const { env } = process;
  return new Map<string, unknown>([
    ['the working directory', process.cwd()],
    ['process.umask()', process.umask()],
    ['process.argv', process.argv.join(' ')],
    ['process.title', process.title],
    ...Object.entries(env).map(([name, value]): [string, unknown] => [`process.env.${name}`, value]),
    ...process
      .eventNames()
      .filter((event) => !UNSEEN_EVENTS.includes(String(event)))
      .map((event): [string, unknown] => [`the listeners to '${String(event)}'`, process.listenerCount(event)]),
    ...valuesOf('globalThis', globalThis).filter(([name]) => !OF_MODULES.test(name)),
    ...(
      [
        ['process', process],
        ['console', console],
        ['Date', Date],
        ['Math', Math],
        ['JSON', JSON],
        ['Promise', Promise],
        ['Object.prototype', Object.prototype],
        ['Array.prototype', Array.prototype],
        ['String.prototype', String.prototype],
      ] as const
    ).flatMap(([name, object]) => valuesOf(name, object).filter(isFunction)),
    ['process.stdout.write', process.stdout.write],
    ['process.stderr.write', process.stderr.write],
    ['Error.stackTraceLimit', Error.stackTraceLimit],
  ]);
}

/** What differs between two moments, by name. */
export function leftBehind(before: State, after: State): string[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].filter((name) => {
    if (LAZY.test(name) && !before.has(name)) return false;
    return !Object.is(before.get(name), after.get(name));
  });
}
