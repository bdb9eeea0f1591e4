// Process state that a test file could leave changed for the next file in the same process. A file that changes such
// state must restore it or run alone.

/** Values by name. */
type ProcessState = ReadonlyMap<string, unknown>;

/** Values that are created on first use: by Node, and by the code that loads the native HTTP engine. */
const LAZY = /^(?:globalThis\.Symbol\(undici\.globalDispatcher\.\d\)|process\.env\.UWS_HTTP_MAX_HEADERS_SIZE)$/;
/** UVU_ is uvu's own state. The other names are helpers of compiled code, which each copy of tslib defines again. */
const OF_MODULES = /^globalThis\.(?:UVU_|__[a-z]\w+$)/;
/**
 * Events with harmless listeners: `exit` listeners run only at the end of the process, and `internalMessage` belongs to
 * node:cluster.
 */
const UNSEEN_EVENTS = ['exit', 'internalMessage'];

/** Returns the members that have a value. Skips getters, which may create their value on first read. */
function listValues(name: string, object: object): [string, unknown][] {
  return Reflect.ownKeys(object).flatMap((key): [string, unknown][] => {
    const own = Object.getOwnPropertyDescriptor(object, key);
    return own && 'value' in own ? [[`${name}.${String(key)}`, own.value]] : [];
  });
}

const isFunction = ([, value]: [string, unknown]): boolean => typeof value === 'function';

/** Returns the process state that all files share. */
export function readProcessState(): ProcessState {
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
    ...listValues('globalThis', globalThis).filter(([name]) => !OF_MODULES.test(name)),
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
    ).flatMap(([name, object]) => listValues(name, object).filter(isFunction)),
    ['process.stdout.write', process.stdout.write],
    ['process.stderr.write', process.stderr.write],
    ['Error.stackTraceLimit', Error.stackTraceLimit],
  ]);
}

/**
 * Returns the names of the values that differ between two states. Skips values that were created on first use (LAZY).
 */
export function changedValues(before: ProcessState, after: ProcessState): string[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].filter((name) => {
    if (LAZY.test(name) && !before.has(name)) return false;
    return !Object.is(before.get(name), after.get(name));
  });
}
