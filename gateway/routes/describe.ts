// Converts a row of the route table to routes: its step list, and the facts that its steps declare. A row without steps
// is a short form of the most common step list.
import { type AnyStep, type ReadGrantType, type StepFacts, type StepList, uncheckedSteps } from '../pipeline/step.ts';
import { captcha } from '../steps/captcha.ts';
import { limit } from '../steps/limit.ts';
import { readBody } from '../steps/read_body.ts';
import { respond } from '../steps/reply.ts';
import { sql } from '../steps/sql.ts';
import { FUNCTIONS } from './generated/functions.ts';
import type { Guard, LimiterName, PlainRow, Route, RouteRow } from './row.ts';

/** Returns the routes of a row: one, or one per grant type if byGrant is its only step. */
export function toRoutes(row: RouteRow): Route[] {
  if (!('steps' in row)) {
    const { guards: _, call: __, ...rest } = row;
    return [buildRoute(rest, buildSteps(row))];
  }
  const [first] = row.steps;
  const choice = row.steps.length === 1 ? first?.facts.by_grant : undefined;
  if (choice === undefined) return [buildRoute(row, row.steps)];
  return Object.entries(choice.grants).map(([grant_type, grant]) => ({
    ...buildRoute({ ...row, ...grant }, grant.steps as StepList),
    grant_type,
    grantOf: choice.grantOf as ReadGrantType<unknown>,
  }));
}

const guardStep = (guard: Guard): AnyStep =>
  guard === 'captcha' ? captcha : limit(guard.slice('limit.'.length) as LimiterName);

/** Returns the steps of a plain row: guards, body, SQL call, response. */
function buildSteps({ guards = [], body, body_optional, call, reply: kind }: PlainRow): StepList {
  return uncheckedSteps([
    ...guards.map(guardStep),
    ...(body ? [readBody(body, { optional: body_optional ?? false })] : []),
    sql(call),
    respond(kind),
  ]);
}

/** Returns the facts of the steps, including the steps of all grant types. */
function collectFacts(list: readonly AnyStep[]): StepFacts[] {
  return list.flatMap(({ facts }) => [
    facts,
    ...Object.values(facts.by_grant?.grants ?? {}).flatMap((grant) => collectFacts(grant.steps)),
  ]);
}

function buildRoute(row: Omit<RouteRow, 'guards' | 'call' | 'steps'>, list: StepList): Route {
  const facts = collectFacts(list);
  const calls = facts.flatMap((one) => one.calls ?? []);
  const settings = calls.flatMap((call): readonly string[] => FUNCTIONS[call.function].settings);
  const sends_link = calls.some(({ args }) => Object.values(args).includes('link'));
  const body = facts.find((one) => one.body !== undefined);
  return {
    ...row,
    steps: list,
    ...(body?.body === undefined ? {} : { body: body.body }),
    body_optional: body?.body_optional ?? false,
    captcha: facts.some((one) => one.captcha),
    limiters: facts.flatMap((one) => one.limiters ?? []),
    calls,
    refuses: facts.flatMap((one) => one.refuses ?? []),
    alike: facts.some((one) => one.alike),
    leads: sends_link || facts.some((one) => one.leads),
    links: sends_link || facts.some((one) => one.links),
    opens_session: facts.some((one) => one.opens_session),
    mails: row.auth !== 'admin' && settings.some((name) => name.startsWith('mailer_')),
    asks_hooks: settings.includes('hooks'),
    creates_user: calls.some((call) => call.creates_user),
    confirms_user: calls.some((call) => call.confirms_user),
    reply: facts.find((one) => one.reply)?.reply,
  };
}
