// Makes a route row ready to run: statement text, argument readers and the settings that each function reads, once at start.
import type { KeyRing } from '../../core/keys/ring.ts';
import type { Settings } from '../../core/settings/table.ts';
import { smsReady } from '../../core/sms/ready.ts';
import { statementText } from '../database/call.ts';
import { type SharedArgument, sharedStatement } from '../database/shared_statement.ts';
import { claimsText } from '../http/claims.ts';
import type { QueryShape } from '../http/query.ts';
import { FUNCTIONS } from '../routes/generated/functions.ts';
import {
  type ArgSource,
  type FunctionName,
  leadsSomewhere,
  type Route,
  type RouteCall,
  settingsRead,
} from '../routes/row.ts';
import type { Deciding, Endpoint, Inputs } from './exchange.ts';
import { hooksSlice } from './hooks.ts';
import type { Opener } from './openers.ts';

interface CompileOptions {
  api: string;
  settings: Settings;
  sealing_key_id: number;
  code_keys: string;
  openers: Readonly<Record<string, Opener>>;
}

/** Every row of a table, with what they share computed once. */
export function createEndpoints(
  rows: readonly Route[],
  o: Pick<CompileOptions, 'api' | 'settings' | 'openers'> & { ring: KeyRing },
): Endpoint[] {
  const { api, settings, openers, ring } = o;
  const code_keys = JSON.stringify(ring.codeKeys());
  const compiling = { api, settings, openers, sealing_key_id: ring.sealing_key_id, code_keys };
  return rows.map((route) => createEndpoint(route, compiling));
}

export function createEndpoint(route: Route, o: CompileOptions): Endpoint {
  const redirects = leadsSomewhere(route);
  const query_shape: QueryShape = redirects ? { ...route.query, redirect_to: 'lenient' } : { ...route.query };
  const mails = route.auth !== 'admin' && settingsRead(route).some((name) => name.startsWith('mailer_'));
  const endpoint: Endpoint = { ...route, redirects, mails, query_shape };
  if (route.opener) endpoint.opener_function = o.openers[route.opener];
  if (route.call) endpoint.deciding = compile(route.call, route, o);
  if (route.take) endpoint.taking = compile(route.take, route, o);
  if (route.look) endpoint.looking = compile(route.look, { ...route, shared: undefined }, o);
  if (route.read) endpoint.read_settings = settingsOf(route.read, o);
  if (route.vouching) endpoint.vouching_call = vouchingCall(route.vouching, route, o);
  return endpoint;
}

/** How the arguments of a call are read, by their sources. */
function readersOf(call: RouteCall, o: CompileOptions): (source: ArgSource) => Reader {
  const slice = settingsOf(call.function, o);
  return (source) => reader(source, { slice, code_keys: o.code_keys });
}

function compile(call: RouteCall, route: Route, o: CompileOptions): Deciding {
  const readers = Object.values(call.args).map(readersOf(call, o));
  const hashing = route.hashes ?? [];
  return {
    statement: {
      text: statementText(o.api, call.function, Object.keys(call.args)),
      pool: route.pool,
      creates_user: route.creates_user ?? false,
      confirms_user: route.confirms_user ?? false,
      ...(route.shared
        ? {
            shared: sharedStatement(o.api, call.function, {
              parameters: sharedArguments(call),
              writes: route.shared.locks !== undefined,
            }),
          }
        : {}),
    },
    values: (inputs) => readers.map((value) => value(inputs)),
    places: Object.fromEntries(Object.values(call.args).map((source, at) => [source, at])),
    hashes: (body) => hashing.some((name) => Boolean(body[name])),
    rehashes: 'rehashed' in call.args,
    shares: sharesOf(route),
  };
}

function vouchingCall(
  call: NonNullable<Route['vouching']>,
  route: Route,
  o: CompileOptions,
): NonNullable<Endpoint['vouching_call']> {
  const read = readersOf(call, o);
  const readers = Object.values(call.args).map(read);
  const needed = call.needs.map(read);
  return {
    statement: {
      text: statementText(o.api, call.function, Object.keys(call.args)),
      pool: route.pool,
      creates_user: false,
    },
    values: (inputs) => readers.map((value) => value(inputs)),
    applies: (inputs) => needed.every((value) => Boolean(value(inputs))),
  };
}

/** JSON of the settings that a function reads, secrets never among them. */
function settingsOf(name: FunctionName, o: { settings: Settings; sealing_key_id: number }): string {
  const sms_ready = o.settings.inbox || o.settings.hook_send_sms_enabled || smsReady(o.settings);
  const all = { ...o.settings, sealing_key_id: o.sealing_key_id, sms_ready, hooks: hooksSlice(o.settings) };
  const read: readonly (keyof typeof all)[] = FUNCTIONS[name].settings;
  return JSON.stringify(Object.fromEntries(read.map((key) => [key, all[key]])));
}

/** The arguments of a call that may share a statement with others: which are the same for all, and the types of the rest. */
function sharedArguments({ function: name, args }: RouteCall): SharedArgument[] {
  const types: Readonly<Record<string, string>> = FUNCTIONS[name].parameters;
  return Object.entries(args).map(([parameter, source]) => {
    const same = source === 'settings' || source === 'code_keys';
    const type = types[parameter] === 'jsonb' ? 'json' : types[parameter];
    return { name: parameter, form: same ? 'same' : (type as SharedArgument['form']) };
  });
}

/** The rows that a call locks; undefined where it goes alone. */
function sharesOf({ shared }: Route): Deciding['shares'] {
  if (shared === undefined) return () => undefined;
  const { locks = [], unless = [] } = shared;
  return (inputs) => {
    if (unless.some((name) => (inputs.body[name] ?? null) !== null)) return undefined;
    if (JSON.stringify(inputs.body).length > LONG_BODY) return undefined;
    const rows = locks.map((source) => (source === 'sub' ? inputs.claims?.sub : inputs.opened[source]));
    // Only the database can read the tokens of another system: which rows they lock is not known here.
    return rows.some((row) => row === undefined) ? undefined : rows.join();
  };
}

/** Longer bodies go alone, so that no other call waits while they are read; SQL refuses metadata of this length anyway. */
const LONG_BODY = 12_000;

/** What a message's link needs: where it starts and leads, the PKCE challenge of routes that take one, and the languages asked for. */
function linkOf({ base_url, redirect_to, body, languages }: Inputs): string {
  const { code_challenge, code_challenge_method } = body;
  return JSON.stringify({ base_url, redirect_to, code_challenge, code_challenge_method, languages });
}

type Reader = (inputs: Inputs) => unknown;

function reader(source: ArgSource, constant: { slice: string; code_keys: string }): Reader {
  switch (source) {
    case 'none':
      return () => null;
    case 'settings':
      return () => constant.slice;
    case 'code_keys':
      return () => constant.code_keys;
    case 'claims':
      return ({ claims }) => claims && claimsText(claims);
    case 'client':
    case 'audience':
    case 'vouched':
    case 'rehashed':
    case 'seen':
      return (inputs) => inputs[source];
    case 'link':
      return linkOf;
  }
  const [from, name] = source.split('.') as ['body' | 'query' | 'opened' | 'path', string];
  return (inputs) => inputs[from][name] ?? null;
}
