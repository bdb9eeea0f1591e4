// Names of the other package, and their counterparts here.
import { functionNames, typeNames } from '../generated/names.ts';

export const from = '@vercel/sdk';
export const to = '@postern/platform';

const functions = new Set(functionNames.split(' '));
const types = new Set(typeNames.split(' '));

/** Names that differ. */
const renamed: ReadonlyMap<string, string> = new Map([
  ...['', 'Core', 'Error', 'BadRequestError', 'ForbiddenError', 'NotFoundError', 'RateLimitError'].map(
    (part): [string, string] => [`Vercel${part}`, `Platform${part}`],
  ),
  ['SDKError', 'PlatformError'],
  ['SDKValidationError', 'InvalidRequestError'],
  ['SDKOptions', 'ClientOptions'],
  ['RequestOptions', 'CallOptions'],
  ['APIPromise', 'ResultPromise'],
  ['unwrapAsync', 'unwrap'],
]);

/** Names that are the same. */
const kept = new Set([
  'HTTPClient',
  'Fetcher',
  'BeforeRequestHook',
  'RequestErrorHook',
  'ResponseHook',
  'RetryConfig',
  'Logger',
  'Result',
  'unwrap',
  'ResponseValidationError',
  'HTTPClientError',
  'UnexpectedClientError',
  'InvalidRequestError',
  'RequestAbortedError',
  'RequestTimeoutError',
  'ConnectionError',
]);

/** Exports of the entry for stand-alone functions, besides the core. */
export const coreNames: ReadonlySet<string> = new Set([
  ...[...renamed.values()].filter((name) => name !== 'Platform'),
  ...[...kept].filter((name) => !/Hook$|^(Fetcher|Logger)$/.test(name)),
]);

/** Returns the name here; undefined if there is none. */
export function nameHere(name: string): string | undefined {
  return renamed.get(name) ?? (kept.has(name) || types.has(name) || functions.has(name) ? name : undefined);
}

/** Error classes of the domain registrar, whose body is the error itself; here the code distinguishes them. */
const registrar = [
  'AdditionalContactInfoRequired',
  'BadRequest',
  'BoughtTooRecently',
  'DNSSECEnabled',
  'DomainAlreadyOwned',
  'DomainAlreadyRenewing',
  'DomainCannotBeTransferedOutUntil',
  'DomainNotAvailable',
  'DomainNotFound',
  'DomainNotRegistered',
  'DomainNotRenewable',
  'DomainTooShort',
  'DuplicateDomains',
  'EmojiTldNotSupported',
  'ExpectedPriceMismatch',
  'Forbidden',
  'InternalServerError',
  'InvalidAdditionalContactInfo',
  'LanguageCodeRequired',
  'NotAuthorizedForScope',
  'NotFound',
  'OrderTooExpensive',
  'TldNotSupported',
  'TooManyDomains',
  'TooManyRequests',
  'Unauthorized',
];

const snake = (name: string) =>
  name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase();

/** Error codes with a class of their own in the other package. */
export const errorCodes: ReadonlyMap<string, string> = new Map([
  ...registrar.map((name): [string, string] => [name, snake(name)]),
  ['HttpApiDecodeError', 'HttpApiDecodeError'],
]);

/** Members with a different name in the other package. */
export const memberNames: ReadonlyMap<string, string> = new Map([
  ['projectFlagsSDKKey', 'projectFlagsSdkKey'],
  ['dollarSchema', 'schema'],
  ['x5tNumberS256', 'x5tS256'],
]);

const erased = /^(ClientOptions|CallOptions|ResultPromise|Fetcher|\w+Hook|RetryConfig|Logger|Result)$/;

/** Returns true if a name here is only a type, which does not exist at run time. */
export function isOnlyType(name: string): boolean {
  return erased.test(name) || (types.has(name) && !kept.has(name));
}

/** Returns true if a text names the other package or one of its modules. */
export function isTheirs(specifier: string): boolean {
  return specifier === from || specifier.startsWith(`${from}/`);
}

/** Returns the module here: functions and the core keep their modules, everything else is at the root. */
export function moduleHere(specifier: string): { path: string; unknown?: string } {
  const inside = specifier.slice(from.length + 1).replace(/(\.js)+$/, '');
  if (inside === 'core') return { path: `${to}/core.js` };
  if (inside === 'package.json') return { path: `${to}/package.json` };
  const [, fn] = /^funcs\/(\w+)$/.exec(inside) ?? [];
  if (!fn) return { path: to };
  return { path: `${to}/funcs/${fn}.js`, ...(functions.has(fn) ? {} : { unknown: fn }) };
}
