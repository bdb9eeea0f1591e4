// The hooks and their targets, which are SQL functions or HTTP servers.
import { isLoopback } from '../outgoing.ts';

export const HOOKS = [
  'custom_access_token',
  'send_email',
  'send_sms',
  'mfa_verification_attempt',
  'password_verification_attempt',
  'before_user_created',
  'after_user_created',
  'merge_users',
] as const;
export type HookName = (typeof HOOKS)[number];

export interface FunctionHook {
  schema: string;
  function: string;
}

export interface HttpHook {
  url: string;
  /** Signing keys. A request has one signature per key. */
  keys: readonly Buffer[];
}

export type Hook = FunctionHook | HttpHook;

export type HookSettings = { [N in HookName as `hook_${N}_enabled`]: boolean } & {
  [N in HookName as `hook_${N}_uri` | `hook_${N}_secrets`]: string;
};

const NAME = /^[a-zA-Z_][a-zA-Z0-9_]{0,62}$/;
/** Docker's name for the machine on which a container runs. */
const HOST_OF_CONTAINER = 'host.docker.internal';

/** Parses the URI of a hook. Errors do not contain the URI. */
export function parseHookUri(text: string): FunctionHook | { url: string } {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol === 'pg-functions:') {
    const [schema = '', name = '', ...rest] = text.replace(/^pg-functions:\/\/[^/]*\//i, '').split('/');
    if (!NAME.test(schema) || !NAME.test(name) || rest.length > 0)
      throw new Error('must name a function as in pg-functions://postgres/schema/function');
    return { schema, function: name };
  }
  if (url === null || !/^https?:$/.test(url.protocol) || !url.hostname || /\s/.test(text))
    throw new Error('must be pg-functions://postgres/schema/function, or an https URL');
  if (url.username || url.password)
    throw new Error('must hold no user name and password: the secrets sign the request');
  if (url.protocol === 'http:' && !isLoopback(url) && url.hostname !== HOST_OF_CONTAINER)
    throw new Error('must be https, or http on this machine');
  return { url: text };
}

/** Parses `v1,whsec_…|v1,whsec_…` into keys. Errors do not contain the secrets. */
export function parseHookSecrets(text: string): Buffer[] {
  if (text === '') return [];
  return text.split('|').map((secret) => {
    if (secret.startsWith('v1a,')) throw new Error('asymmetric secrets (v1a) are not supported: use v1,whsec_…');
    const base64 = /^v1,whsec_([A-Za-z0-9+/]{30,88}={0,2})$/.exec(secret)?.[1] ?? '';
    const key = Buffer.from(base64, 'base64');
    if (base64.length < 32 || base64.length > 88 || key.toString('base64') !== base64)
      throw new Error('must be v1,whsec_ and 32 to 88 characters of base64, several with | between them');
    return key;
  });
}

/** Returns a hook; null if it is disabled. */
export function hookOf(name: HookName, settings: HookSettings): Hook | null {
  if (!settings[`hook_${name}_enabled`]) return null;
  const target = parseHookUri(settings[`hook_${name}_uri`]);
  return 'url' in target ? { ...target, keys: parseHookSecrets(settings[`hook_${name}_secrets`]) } : target;
}

/** Returns all enabled hooks. */
export function hooksOf(settings: HookSettings): Map<HookName, Hook> {
  return new Map(
    HOOKS.flatMap((name) => {
      const hook = hookOf(name, settings);
      return hook === null ? [] : [[name, hook] as const];
    }),
  );
}

/** Returns the hook name that is sent in the payload of the hook's events. */
export function eventNameOf(name: HookName): string {
  const exceptions: Partial<Record<HookName, string>> = {
    custom_access_token: 'customize-access-token',
    mfa_verification_attempt: 'mfa-verification',
    password_verification_attempt: 'password-verification',
  };
  return exceptions[name] ?? name.replaceAll('_', '-');
}

/** Statement timeout of hook functions. The database cancels a longer statement and rolls it back. */
export const HOOK_STATEMENT_TIMEOUT = '2s';
