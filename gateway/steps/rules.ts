// Steps that show SQL functions and errors, and explain why a request was refused.
import { parseResult } from '../database/call.ts';
import { refuse } from '../http/errors.ts';
import { etagResponse, jsonResponse } from '../pipeline/reply.ts';
import { type GatewayServices, type HasResponse, type RequestContext, type Step, step } from '../pipeline/step.ts';
import type { SqlCall } from '../routes/sql_call.ts';
import type { RuleCatalog, RuleError, SqlRule } from '../rules/catalog.ts';
import { REMEDIES } from '../rules/remedies.ts';

const WHO = { claims: 'claims', settings: 'settings' } as const;
const SHOW_ADMINISTRATOR: SqlCall = { function: 'get_administrator', args: WHO };
const EXPLAIN_SIGN_IN: SqlCall = {
  function: 'explain_sign_in',
  args: { claims: 'claims', address: 'query.address', audience: 'audience', settings: 'settings' },
};
const FIND_REFUSAL: SqlCall = {
  function: 'find_refusal',
  args: { claims: 'claims', id: 'query.request_id', settings: 'settings' },
};
const LIST_REFUSALS: SqlCall = {
  function: 'list_refusals',
  args: {
    claims: 'claims',
    code: 'none',
    route: 'none',
    user_id: 'none',
    address: 'query.address',
    ip: 'none',
    request_id: 'none',
    since: 'none',
    cursor: 'none',
    most: 'none',
    settings: 'settings',
  },
};
const COUNT_ERROR: SqlCall = {
  function: 'get_error_counts',
  args: { claims: 'claims', code: 'query.code', settings: 'settings' },
};
const COUNT_ERROR_OF_PATH: SqlCall = { ...COUNT_ERROR, args: { ...COUNT_ERROR.args, code: 'path.code' } };
const GET_RULE: SqlCall = { function: 'get_rule', args: { claims: 'claims', name: 'path.name', settings: 'settings' } };

/** Returns a function without its source and calls, for lists. */
const summaryOfRule = (catalog: RuleCatalog, { source: _, calls: __, ...rule }: SqlRule): object => ({
  ...rule,
  callers: catalog.callersOf(rule.name),
});

/** Returns a function with its source and the line that returns the error. */
function findFullRule(catalog: RuleCatalog, name: string, error?: string): object | null {
  const rule = catalog.rules.get(name);
  if (rule === undefined) return null;
  const at = error === undefined ? -1 : rule.source.split('\n').findIndex((line) => line.includes(`'${error}'`));
  return { ...summaryOfRule(catalog, rule), source: rule.source, deciding_line: at < 0 ? null : rule.line + at };
}

const matches = (rule: SqlRule, search: string): boolean =>
  [rule.name, rule.comment, ...rule.refuses].some((text) => text.toLowerCase().includes(search));

export const respondWithRules: Step<unknown, HasResponse> = step(
  'respondWithRules',
  { calls: [SHOW_ADMINISTRATOR], reply: 'tagged' },
  ({ calls, catalog }, route) => {
    const show = calls.ready(SHOW_ADMINISTRATOR, route);
    return async (context: RequestContext) => {
      parseResult(await show.ask(context));
      const search = String(context.query.search ?? '').toLowerCase();
      const refuses = String(context.query.refuses ?? '');
      const all = catalog();
      const rules = [...all.rules.values()]
        .filter((rule) => (refuses === '' || rule.refuses.includes(refuses)) && matches(rule, search))
        .sort((one, other) => (one.name < other.name ? -1 : 1))
        .map((rule) => summaryOfRule(all, rule));
      return { response: etagResponse({ rules }, context.request) };
    };
  },
);

export const respondWithRule: Step<unknown, HasResponse> = step(
  'respondWithRule',
  { calls: [GET_RULE], reply: 'tagged' },
  ({ calls, catalog }, route) => {
    const get = calls.ready(GET_RULE, route);
    return async (context: RequestContext) => {
      const { body, ...installed } = parseResult(await get.ask(context)) as { body: string; name: string };
      const all = catalog();
      const rule = all.rules.get(installed.name);
      const found = {
        file: null,
        line: null,
        calls: [],
        refuses: [],
        ...(rule ? { file: rule.file, line: rule.line, calls: rule.calls, refuses: rule.refuses } : {}),
        ...installed,
        about: rule?.comment ?? null,
        callers: all.callersOf(installed.name),
        as_released: rule?.source.includes(body) ?? false,
      };
      return { response: etagResponse(found, context.request) };
    };
  },
);

/** The code under which errors of hooks and triggers are counted and stored (errorCodeOf). No rule returns it. */
const OTHER = 'other';

/** Returns the errors with this code or name. */
const errorsOf = (catalog: RuleCatalog, code: string): RuleError[] =>
  catalog.errors.filter((error) => error.code === code || error.name === code);

const meaning = (catalog: RuleCatalog, error: RuleError): object => ({
  ...error,
  functions: error.from === 'sql' ? catalog.refusersOf(error.name) : [],
  remedies: REMEDIES[error.name] ?? [],
});

export const respondWithErrors: Step<unknown, HasResponse> = step(
  'respondWithErrors',
  { calls: [SHOW_ADMINISTRATOR], reply: 'tagged' },
  ({ calls, catalog }, route) => {
    const show = calls.ready(SHOW_ADMINISTRATOR, route);
    return async (context: RequestContext) => {
      parseResult(await show.ask(context));
      const all = catalog();
      return { response: etagResponse({ errors: all.errors.map((error) => meaning(all, error)) }, context.request) };
    };
  },
);

export const respondWithErrorDetails: Step<unknown, HasResponse> = step(
  'respondWithErrorDetails',
  { calls: [COUNT_ERROR_OF_PATH], refuses: ['error_unknown'], reply: 'tagged' },
  ({ calls, catalog }, route) => {
    const count = calls.ready(COUNT_ERROR_OF_PATH, route);
    return async (context: RequestContext) => {
      const counted = parseResult(await count.ask(context));
      const all = catalog();
      const { code = '' } = context.path;
      const errors = errorsOf(all, code);
      if (errors.length === 0 && code !== OTHER) throw refuse('error_unknown');
      const answer = { code, errors: errors.map((error) => meaning(all, error)), ...counted };
      return { response: etagResponse(answer, context.request) };
    };
  },
);

type Refusal = Readonly<{ function: string | null; name: string | null; code: string }>;

/**
 * Returns the refusal with the rule that refused the request, the chain of calls that leads to the rule, and other rules
 * that return the same error. Returns no rule if the refusal has no function, because then the gateway refused the
 * request before it called one.
 */
function explainRefusal(
  { catalog, api }: Pick<GatewayServices, 'catalog' | 'api'>,
  refusal: Refusal | undefined,
): object {
  if (refusal === undefined) return { last: null };
  const all = catalog();
  const from = `${api.replaceAll('"', '')}.${refusal.function}`;
  const { name } = refusal;
  const [rule, ...others] = refusal.function === null || name === null ? [] : all.refusersOf(name, from);
  return {
    last: {
      refusal,
      way: rule === undefined ? [] : all.way(from, rule),
      rule: rule === undefined || name === null ? null : findFullRule(all, rule, name),
      others,
      remedies: REMEDIES[name ?? ''] ?? [],
    },
  };
}

const isCode = (text: string): boolean => text === OTHER || /^[a-z][a-z0-9]*(_[a-z0-9]+)+$/.test(text);
const isAddress = (text: string): boolean => text.includes('@') || /^\+?\d{6,15}$/.test(text);

/** Explains refused requests. `q`, or a named parameter, is an address, an error code or name, or an id. */
export const respondWithExplanation: Step<unknown, HasResponse> = step(
  'respondWithExplanation',
  { calls: [LIST_REFUSALS, COUNT_ERROR, FIND_REFUSAL, EXPLAIN_SIGN_IN], refuses: ['validation_failed'], reply: 'json' },
  (gateway, route) => {
    const { calls, catalog, api } = gateway;
    const explain = calls.ready(EXPLAIN_SIGN_IN, route);
    const list = calls.ready(LIST_REFUSALS, route);
    const count = calls.ready(COUNT_ERROR, route);
    const find = calls.ready(FIND_REFUSAL, route);
    const asked = (context: RequestContext, query: object): RequestContext => ({
      ...context,
      query: { ...context.query, ...query },
    });

    const ofAddress = async (context: RequestContext, address: string): Promise<object> => {
      const known = asked(context, { address });
      const [sign_in, listed] = await Promise.all([explain.ask(known), list.ask(known)]);
      const { checks, ...found } = parseResult(sign_in) as {
        checks: { rule: string; ok: boolean; name: string | null }[];
      };
      const { refusals } = parseResult(listed) as { refusals: Refusal[] };
      const prefix = `${gateway.settings.db_namespace}_lib.`;
      const named = checks.map((check) => ({ ...check, rule: prefix + check.rule }));
      const first = named.find(({ ok }) => !ok);
      const all = catalog();
      const error = first?.name ?? '';
      // If the function of the check does not return the error itself, sign_in_with_password() does.
      const rules = [first?.rule ?? '', `${api.replaceAll('"', '')}.sign_in_with_password`];
      const [rule] = rules.flatMap((from) => all.refusersOf(error, from));
      return {
        kind: 'address',
        q: address,
        ...found,
        checks: named,
        rule: rule === undefined ? null : findFullRule(all, rule, error),
        remedies: REMEDIES[error] ?? [],
        refusals,
        ...explainRefusal(gateway, refusals[0]),
      };
    };

    const ofCode = async (context: RequestContext, code: string): Promise<object> => {
      const all = catalog();
      const errors = errorsOf(all, code);
      const counted = parseResult(await count.ask(asked(context, { code: errors[0]?.code ?? code })));
      if (code === OTHER) return { kind: 'code', q: code, errors: [], ...counted, rule: null };
      if (errors.length === 0) return { kind: 'nothing', q: code, searched: 'code' };
      const [rule] = errors.flatMap((error) => (error.from === 'sql' ? all.refusersOf(error.name) : []));
      const shown = rule === undefined ? null : findFullRule(all, rule, errors[0]?.name);
      return { kind: 'code', q: code, errors: errors.map((error) => meaning(all, error)), ...counted, rule: shown };
    };

    const ofId = async (context: RequestContext, request_id: string): Promise<object> => {
      const found = parseResult(await find.ask(asked(context, { request_id }))) as {
        refusals: Refusal[];
        audit: object[];
        user_id: string | null;
        message: object | null;
      };
      const { refusals, audit, user_id, message } = found;
      if (refusals.length > 0 || audit.length > 0)
        return { kind: 'request', q: request_id, refusals, audit, ...explainRefusal({ catalog, api }, refusals[0]) };
      if (user_id !== null) return { kind: 'user', q: request_id, user_id };
      if (message !== null) return { kind: 'message', q: request_id, message };
      return { kind: 'nothing', q: request_id, searched: 'id' };
    };

    return async (context: RequestContext) => {
      const { q, request_id, code, ...query } = context.query as Record<string, string | null>;
      const text = (q ?? '').trim();
      // Not trimmed, because a sign-in does not trim its address either.
      const address = query.address ?? '';
      if (!(address || request_id || code || text))
        throw refuse('validation_failed', 'Name one of q, address, request_id and code');
      const answer =
        address || (!request_id && !code && isAddress(text))
          ? await ofAddress(context, address || text)
          : code || (!request_id && (isCode(text) || errorsOf(catalog(), text).length > 0))
            ? await ofCode(context, code || text)
            : await ofId(context, request_id || text);
      return { response: jsonResponse(answer, { secret: true }) };
    };
  },
);
