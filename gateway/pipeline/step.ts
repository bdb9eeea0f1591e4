// Steps of a route. A step is a function of the request's context that returns new members of the context. Members
// never change after they were added. The type of a step list checks its order.

import type { Release } from '../../core/database/release.ts';
import type { KeyRing } from '../../core/keys/ring.ts';
import type { Logger } from '../../core/log.ts';
import type { SettingSources } from '../../core/settings/reading.ts';
import type { Settings } from '../../core/settings/table.ts';
import type { Call } from '../database/call.ts';
import type { Reports } from '../database/reports.ts';
import type { Standbys } from '../database/standbys.ts';
import type { BodyShape } from '../http/body.ts';
import type { ClientAddress } from '../http/client_ip.ts';
import type { GatewayError } from '../http/errors.ts';
import type { Jwt } from '../http/jwt.ts';
import type { RedirectRules } from '../http/redirect.ts';
import type { ReadConfiguredTemplate } from '../mail/configured_templates.ts';
import type { TestMailSender } from '../mail/test_mail.ts';
import type { ClientDocuments } from '../oauth/documents.ts';
import type { CustomProviders } from '../providers/custom.ts';
import type { IdTokens } from '../providers/id_tokens.ts';
import type { AnswerName } from '../routes/answers.ts';
import type { FeatureSwitch, LimiterName, Method, RequiredAuth, ResponseKind } from '../routes/names.ts';
import type { BuiltInSource, SqlCall } from '../routes/sql_call.ts';
import type { RuleCatalog } from '../rules/catalog.ts';
import type { HttpRequest, HttpResponse } from '../server/types.ts';
import type { PreparedCalls } from './calls.ts';
import type { ComputeForeignHash } from './foreign_hash.ts';
import type { LeakCheck } from './leak_check.ts';
import type { CheckRateLimit } from './limits.ts';
import type { CheckMailHost } from './mail_hosts.ts';
import type { RequestContext } from './request_context.ts';

export type { RequestContext } from './request_context.ts';

/** Returned by a step to end the request. Later steps do not run. */
export interface HasResponse {
  readonly response: HttpResponse;
}

/** Services of the process. Steps get them once, at start. */
export interface GatewayServices {
  settings: Settings;
  log: Logger;
  ring: KeyRing;
  jwt: Jwt;
  api: string;
  calls: PreparedCalls;
  redirects: RedirectRules;
  custom: CustomProviders;
  id_tokens: IdTokens;
  /** Key sets of OAuth clients. Cached separately, so that they cannot evict the key sets of providers. */
  client_keys: Pick<IdTokens, 'keys'>;
  /** Metadata documents of OAuth clients. */
  client_documents: ClientDocuments;
  standbys?: Standbys | undefined;
  /** Computes password hashes of other systems. The process has one queue for them. */
  computeForeign: ComputeForeignHash;
  /** Checks passwords against leaked ones. Null if that is off. */
  leaks: LeakCheck | null;
  /** Rejects addresses that cannot receive mail. Null if that is off. */
  mailHosts: CheckMailHost | null;
  /** Counts the request against a limit. Throws a 429 error if the limit is reached. */
  limit: CheckRateLimit;
  /** Verifies the captcha. Does nothing if captcha is off or the request has a service token. */
  verifyCaptcha(request: HttpRequest, from: ClientAddress): Promise<undefined>;
  /** Calls a SQL function. HTTP hooks that the function requests are not called. */
  call: Call;
  release: Release;
  /** Returns the SQL rules of the release. */
  catalog: () => RuleCatalog;
  reports: Reports;
  /** Source of each setting, such as the name of an environment variable. */
  sources: Readonly<SettingSources>;
  /** Mail templates that settings name by URL or file. */
  templates: ReadConfiguredTemplate;
  test_mail: TestMailSender;
  /** The OpenAPI document. */
  document: object;
  /** Returns true after the gateway has begun to stop. */
  stopping: () => boolean;
}

/** Properties of a step that other code reads: the API document, tests, and the code before the first step. */
export interface StepFacts {
  body?: BodyShape;
  body_optional?: boolean;
  captcha?: boolean;
  limiters?: readonly LimiterName[];
  /** SQL functions that the step may call, in order. */
  calls?: readonly SqlCall[];
  /** Errors that the step itself throws. SQL functions list their errors in their comments. */
  refuses?: readonly GatewayError[];
  /** True if the response is a redirect or contains a link. The gateway then reads redirect_to. */
  leads?: boolean;
  /** True if the step builds a link from the URL of the request, which X-Forwarded-Host can change. */
  links?: boolean;
  /** True if the step opens a session. The gateway then reads X-Session-Tag. */
  opens_session?: boolean;
  /** True if every client gets the same response. The audience of the request is then not checked. */
  alike?: boolean;
  /** Kind of the response. Absent if the step builds its own response. */
  reply?: ResponseKind;
  /** Step lists by grant type. */
  by_grant?: GrantSteps;
}

/** Returns the grant type of a request. */
export type ReadGrantType<Needs> = (context: Pick<RequestContext, 'request'> & Needs) => string;

interface GrantSteps {
  readonly grantOf: ReadGrantType<never>;
  readonly grants: Readonly<Record<string, Grant<never>>>;
}

/** The route to which a step is bound. */
export interface StepRoute {
  readonly path: string;
  readonly method: Method;
  readonly auth: RequiredAuth;
}

export type RunStep<Needs, Adds> = (context: RequestContext & Needs) => Adds | Promise<Adds>;
/** Handles an error of a later step. Returns a response or throws an error. */
export type HandleStepError<Needs> = (
  context: RequestContext & Needs,
  error: unknown,
) => HttpResponse | Promise<HttpResponse>;

export interface Step<Needs, Adds> {
  readonly name: string;
  readonly facts: StepFacts;
  readonly bind: (gateway: GatewayServices, route: StepRoute) => RunStep<Needs, Adds>;
}

/** A step that handles errors of later steps. */
export interface ErrorStep<Needs> {
  readonly name: `onError${string}`;
  readonly facts: StepFacts;
  readonly bindRecover: (gateway: GatewayServices, route: StepRoute) => HandleStepError<Needs>;
}

export type AnyStep = Step<never, unknown> | ErrorStep<never>;

declare const checked: unique symbol;

/** A step list whose type has been checked: each step finds its inputs, and the last one responds. */
export interface StepList<Needs = unknown> extends ReadonlyArray<AnyStep> {
  /** Phantom member: never assigned. Its type records what the first step needs. */
  readonly [checked]: (known: Needs) => void;
}

/**
 * The steps of one grant type. If byGrant is the only step of a row, all members except `steps` replace those of the
 * row.
 */
export interface Grant<Needs = unknown> {
  readonly required?: readonly (string | readonly string[])[];
  readonly only_with?: FeatureSwitch;
  readonly answer?: AnswerName;
  readonly steps: StepList<Needs>;
}

/** Creates a step. `bind` runs once, at start. The function that it returns runs for each request. */
export function step<Needs, Adds>(
  name: string,
  facts: StepFacts,
  bind: (gateway: GatewayServices, route: StepRoute) => RunStep<Needs, Adds>,
): Step<Needs, Adds> {
  return { name, facts, bind };
}

/**
 * Creates a step that handles errors of the steps after it. If a list has several such steps, the last one before the
 * failing step handles the error.
 */
export function onError<Needs>(
  name: `onError${string}`,
  bindRecover: (gateway: GatewayServices, route: StepRoute) => HandleStepError<Needs>,
): ErrorStep<Needs> {
  return { name, facts: {}, bindRecover };
}

type NeedsOf<S> = S extends Step<infer Needs, unknown> ? Needs : S extends ErrorStep<infer Needs> ? Needs : never;
/** Members that a step adds for later steps, without the response. */
type AddsOf<S> = S extends Step<never, infer Adds> ? UnknownIfNever<Exclude<Adds, HasResponse | undefined>> : unknown;
type UnknownIfNever<T> = [T] extends [never] ? unknown : T;
type AlwaysResponds<S> = S extends Step<never, infer Adds> ? ([Adds] extends [HasResponse] ? true : false) : false;

/** Type that the compiler reports for a step whose inputs no earlier step adds. */
interface MissingMembers<Keys> {
  'a step before this one must add': Keys;
}
/** Type that the compiler reports for a step that adds an existing member or a reserved name. */
interface DuplicateMembers<Keys> {
  'this name is already used': Keys;
}
/** Type that the compiler reports if the last step does not always respond. */
interface MissingResponse {
  'the last step must respond': never;
}

/** Checks the inputs of each step against the members that earlier steps add. */
type CheckedSteps<Have, Steps extends readonly unknown[]> = Steps extends readonly [infer First, ...infer Rest]
  ? Have extends NeedsOf<First>
    ? Extract<keyof AddsOf<First>, keyof Have | BuiltInSource> extends never
      ? Rest extends readonly []
        ? [AlwaysResponds<First> extends true ? First : MissingResponse]
        : [First, ...CheckedSteps<Have & AddsOf<First>, Rest>]
      : [DuplicateMembers<Extract<keyof AddsOf<First>, keyof Have | BuiltInSource>>, ...Rest]
    : [MissingMembers<Exclude<keyof NeedsOf<First>, keyof Have>>, ...Rest]
  : [];

const listAfter =
  <Needs>() =>
  <const Steps extends readonly AnyStep[]>(
    ...list: Steps & CheckedSteps<RequestContext & Needs, Steps>
  ): StepList<Needs> =>
    list as unknown as StepList<Needs>;

/** Creates a step list. `steps.after<Known>()` creates one for byGrant that starts with the context `Known`. */
export const steps = Object.assign(listAfter<unknown>(), { after: listAfter });

/**
 * Creates the step list of a row without `steps`. The types are not checked, because buildSteps() in describe.ts builds
 * the list in a fixed order.
 */
export const uncheckedSteps = (list: readonly AnyStep[]): StepList => list as unknown as StepList;

export type BoundStep = { readonly run: RunStep<never, unknown> } | { readonly recover: HandleStepError<never> };

export function bindSteps(list: readonly AnyStep[], gateway: GatewayServices, route: StepRoute): readonly BoundStep[] {
  return list.map((one) =>
    'bind' in one ? { run: one.bind(gateway, route) } : { recover: one.bindRecover(gateway, route) },
  );
}

/** Runs the steps in order until one responds. */
export async function runSteps(list: readonly BoundStep[], arrived: RequestContext): Promise<HttpResponse> {
  let known = arrived;
  let rescue: ((error: unknown) => HttpResponse | Promise<HttpResponse>) | undefined;
  try {
    for (const one of list) {
      if ('recover' in one) {
        const seen = known;
        rescue = (error) => one.recover(seen as never, error);
        continue;
      }
      const running = one.run(known as never);
      const added = (running instanceof Promise ? await running : running) as object | undefined;
      if (added === undefined) continue;
      if ('response' in added) return (added as HasResponse).response;
      known = { ...known, ...added };
    }
  } catch (error) {
    if (rescue) return rescue(error);
    throw error;
  }
  throw new Error('no step has responded');
}
