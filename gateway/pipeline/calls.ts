// Prepares the calls of SQL functions. Each call is prepared once, at start, and gets its arguments from the context
// of each request. Settings and parameter types of the functions are generated
// (gateway/routes/generated/functions.ts).

import { canSignIdTokens, tokenIssuer } from '../../core/issuer.ts';
import type { KeyRing } from '../../core/keys/ring.ts';
import type { Settings } from '../../core/settings/table.ts';
import { isSmsConfigured } from '../../core/sms/ready.ts';
import { type Call, type CallOptions, type Statement, statementText } from '../database/call.ts';
import { buildCombinedStatement, type CombinedArgument } from '../database/shared_statement.ts';
import { serializeClaims } from '../http/claims.ts';
import { toQueueClient } from '../http/client_ip.ts';
import { FUNCTIONS } from '../routes/generated/functions.ts';
import type { RequiredAuth } from '../routes/names.ts';
import type { BuiltInSource, FunctionName, SqlCall } from '../routes/sql_call.ts';
import { createHookCaller, enabledHooks } from './hooks.ts';
import type { RequestContext } from './request_context.ts';

export interface PreparedCall {
  statement: Statement;
  values(context: RequestContext): unknown[];
  /** Returns true if the call makes the function hash a password. */
  hashes(context: RequestContext): boolean;
  /** Positions of settings and client in the parameter list. */
  places: { settings?: number; client?: number };
  /** Runs the call on the primary. Returns the function's result as JSON text. */
  ask(context: RequestContext, how?: { hashes?: boolean }): Promise<string | null>;
}

export interface PreparedCalls {
  ready(call: SqlCall, route: { auth: RequiredAuth }): PreparedCall;
  /** Returns the settings that a function reads, as JSON. */
  settingsOf(name: FunctionName): string;
}

/**
 * Maximum length in characters of a body in a combined statement, because parsing a long body would delay the other
 * calls.
 */
const LONG_BODY = 12_000;

export function createPreparedCalls(o: { api: string; settings: Settings; ring: KeyRing; call: Call }): PreparedCalls {
  const { api, settings, ring } = o;
  const all = settingsForSql(settings, ring.sealing_key_id);
  const code_keys = JSON.stringify(ring.codeKeys());
  const ask = createHookCaller(o);
  // With hooks, calls are not combined, so that a hook's error cannot affect other calls.
  const hooked = enabledHooks(settings) !== undefined;

  const settingsOf = (name: FunctionName): string => {
    const read: readonly (keyof typeof all)[] = FUNCTIONS[name].settings;
    return JSON.stringify(Object.fromEntries(read.map((key) => [key, all[key]])));
  };

  return {
    settingsOf,
    ready(call, { auth }) {
      const slice = settingsOf(call.function);
      const readers = Object.values(call.args).map((source) => createArgumentReader(source, { slice, code_keys }));
      const hashing = call.hashes ?? [];
      const statement: Statement = {
        text: statementText(api, call.function, Object.keys(call.args)),
        pool: auth === 'admin' ? 'admin' : 'fast',
        creates_user: call.creates_user ?? false,
        confirms_user: call.confirms_user ?? false,
        ...(call.shared
          ? {
              shared: buildCombinedStatement(api, call.function, {
                parameters: combinedArguments(call),
                writes: call.shared.locks !== undefined,
              }),
            }
          : {}),
      };
      const shares = hooked ? () => undefined : createLockedRowsReader(call);
      const values = (context: CallContext): unknown[] => readers.map((read) => read(context));
      const hashes = ({ body = {} }: CallContext): boolean => hashing.some((name) => Boolean(body[name]));
      const places = Object.fromEntries(Object.values(call.args).map((source, at) => [source, at]));
      return {
        statement,
        values,
        hashes,
        places,
        ask(context, how = {}) {
          const { request, from, note } = context;
          note({ function: call.function });
          const shared = shares(context);
          const options: CallOptions = {
            ...toQueueClient(request, from.limit_key),
            hashes: how.hashes ?? hashes(context),
            ...(shared === undefined ? {} : { shares: shared }),
          };
          return ask({ statement, places }, values(context), options);
        },
      };
    },
  };
}

/** Returns all settings, together with values that are derived from several settings. */
function settingsForSql(settings: Settings, sealing_key_id: number) {
  const sms_ready = settings.inbox || settings.hook_send_sms_enabled || isSmsConfigured(settings);
  return {
    ...settings,
    sealing_key_id,
    sms_ready,
    hooks: enabledHooks(settings),
    oauth_issuer: tokenIssuer(settings),
    openid_ready: canSignIdTokens(settings),
  };
}

/**
 * Returns the arguments of a call that can be combined with other calls. An argument has one value per call, or one
 * value that all calls share.
 */
function combinedArguments({ function: name, args }: SqlCall): CombinedArgument[] {
  const types: Readonly<Record<string, string>> = FUNCTIONS[name].parameters;
  return Object.entries(args).map(([parameter, source]) => {
    const same = source === 'settings' || source === 'code_keys';
    const type = types[parameter] === 'jsonb' ? 'json' : types[parameter];
    return { name: parameter, form: same ? 'same' : (type as CombinedArgument['form']) };
  });
}

/**
 * Returns a function that returns the keys of the rows which a call locks, or undefined if the call must not be
 * combined with others.
 */
function createLockedRowsReader({ shared }: SqlCall): (context: CallContext) => string | undefined {
  if (shared === undefined) return () => undefined;
  const { locks = [], unless = [] } = shared;
  const readers = locks.map(createMemberReader);
  return (context) => {
    const { body = {} } = context;
    if (unless.some((name) => (body[name] ?? null) !== null)) return undefined;
    if (JSON.stringify(body).length > LONG_BODY) return undefined;
    const rows = readers.map((read) => read(context));
    // A key is null for a refresh token of another system, because only the database can determine its session.
    return rows.some((row) => row === null) ? undefined : rows.join();
  };
}

/** Context of a request with the members that a call may use. */
interface CallContext extends RequestContext {
  readonly body?: Readonly<Record<string, unknown>>;
}

type ReadArgument = (context: CallContext) => unknown;

function createArgumentReader(source: string, constant: { slice: string; code_keys: string }): ReadArgument {
  switch (source as BuiltInSource) {
    case 'none':
      return () => null;
    case 'settings':
      return () => constant.slice;
    case 'code_keys':
      return () => constant.code_keys;
    case 'claims':
      return ({ claims }) => claims && serializeClaims(claims);
    case 'link':
      return linkContextJson;
  }
  return createMemberReader(source);
}

/** Returns the function that reads a member of the context, such as `rehashed` or `body.email`. */
function createMemberReader(source: string): ReadArgument {
  const [key = '', name] = source.split('.');
  if (name === undefined) return (context) => (context as unknown as Record<string, unknown>)[key] ?? null;
  return (context) => (context as unknown as Record<string, Record<string, unknown> | null>)[key]?.[name] ?? null;
}

/** Returns the JSON from which the link of a message is built. */
export function linkContextJson({
  base_url,
  target: redirect_to,
  body = {},
  languages,
}: Pick<CallContext, 'base_url' | 'target' | 'body' | 'languages'>): string {
  const { code_challenge, code_challenge_method } = body;
  return JSON.stringify({ base_url, redirect_to, code_challenge, code_challenge_method, languages });
}
