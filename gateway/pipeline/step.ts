// Steps. A route is a list of steps; each does one thing. A step gets what is known of the request and returns what it adds.
// Nothing that is known changes, so a step can be read without the others. The type of a list checks its order.

import type { Release } from '../../core/database/release.ts';
import type { KeyRing } from '../../core/keys/ring.ts';
import type { Logger } from '../../core/log.ts';
import type { Sources } from '../../core/settings/reading.ts';
import type { Settings } from '../../core/settings/table.ts';
import type { Call } from '../database/call.ts';
import type { Reports } from '../database/reports.ts';
import type { Standbys } from '../database/standbys.ts';
import type { BodyShape } from '../http/body.ts';
import type { ClientAddress } from '../http/client_ip.ts';
import type { GatewayError } from '../http/errors.ts';
import type { Jwt } from '../http/jwt.ts';
import type { Redirects } from '../http/redirect.ts';
import type { NamedTemplates } from '../mail/named_templates.ts';
import type { TestMail } from '../mail/test_mail.ts';
import type { ClientDocuments } from '../oauth/documents.ts';
import type { CustomProviders } from '../providers/custom.ts';
import type { IdTokens } from '../providers/id_tokens.ts';
import type { AnswerName } from '../routes/answers.ts';
import type { Auth, LimiterName, Method, ReplyKind, Switch } from '../routes/names.ts';
import type { OwnSource, SqlCall } from '../routes/sql_call.ts';
import type { Catalog } from '../rules/catalog.ts';
import type { HttpRequest, HttpResponse } from '../server/types.ts';
import type { Arrived } from './arrived.ts';
import type { Calls } from './calls.ts';
import type { ComputeForeign } from './foreign_hash.ts';
import type { LeakCheck } from './leak_check.ts';
import type { Limit } from './limits.ts';
import type { CheckMailHost } from './mail_hosts.ts';

export type { Arrived } from './arrived.ts';

/** Ends the request: no step runs after a step that adds a response. */
export interface Responded {
  readonly response: HttpResponse;
}

/** Services of the process. Steps are bound to them once, at start. */
export interface Gateway {
  settings: Settings;
  log: Logger;
  ring: KeyRing;
  jwt: Jwt;
  api: string;
  calls: Calls;
  redirects: Redirects;
  custom: CustomProviders;
  id_tokens: IdTokens;
  /** Metadata documents of OAuth clients. */
  client_documents: ClientDocuments;
  standbys?: Standbys | undefined;
  /** Computes password hashes in the formats of other systems; the process has one queue for them. */
  computeForeign: ComputeForeign;
  /** Compares passwords with leaked ones; null if that is off. */
  leaks: LeakCheck | null;
  /** Refuses addresses that cannot get mail; null if that is off. */
  mailHosts: CheckMailHost | null;
  /** Counts the request against a limit; throws 429 when the limit is reached. */
  limit: Limit;
  /** Asks the captcha provider, unless captcha is off or a service token replaces it. */
  verifyCaptcha(request: HttpRequest, from: ClientAddress): Promise<undefined>;
  /** Calls the database without hooks. */
  call: Call;
  release: Release;
  /** Returns the rules of the release. */
  catalog: () => Catalog;
  reports: Reports;
  /** Source of each setting. */
  sources: Readonly<Sources>;
  /** Templates that the settings name. */
  templates: NamedTemplates;
  test_mail: TestMail;
  /** The OpenAPI document. */
  document: object;
  /** Returns true if the process has been told to stop. */
  stopping: () => boolean;
}

/** Properties of a step that the API document, the tests and the code before the first step read. */
export interface StepFacts {
  body?: BodyShape;
  body_optional?: boolean;
  captcha?: boolean;
  limiters?: readonly LimiterName[];
  /** SQL functions that the step may call, in call order. */
  calls?: readonly SqlCall[];
  /** Errors that the step itself throws. Errors of SQL functions are listed in the functions' comments. */
  refuses?: readonly GatewayError[];
  /** The response is a redirect or contains a link: redirect_to counts. */
  leads?: boolean;
  /** The step makes a link from the address that the request came by: X-Forwarded-Host counts. */
  links?: boolean;
  /** Opens a session: X-Session-Tag counts. */
  opens_session?: boolean;
  /** Every client gets the same answer: no audience is checked. */
  alike?: boolean;
  /** Form of the response; absent if the step builds its own. */
  reply?: ReplyKind;
  /** Lists of steps to choose from. */
  by_grant?: ByGrant;
}

/** Returns the grant type that a request names. */
export type GrantOf<Needs> = (context: Pick<Arrived, 'request'> & Needs) => string;

interface ByGrant {
  readonly grantOf: GrantOf<never>;
  readonly grants: Readonly<Record<string, Grant<never>>>;
}

/** The route that a step is bound to. */
export interface BoundTo {
  readonly path: string;
  readonly method: Method;
  readonly auth: Auth;
}

export type Run<Needs, Adds> = (context: Arrived & Needs) => Adds | Promise<Adds>;
/** Handles an error of a later step: returns the response, or throws an error. */
export type Recover<Needs> = (context: Arrived & Needs, error: unknown) => HttpResponse | Promise<HttpResponse>;

export interface Step<Needs, Adds> {
  readonly name: string;
  readonly facts: StepFacts;
  readonly bind: (gateway: Gateway, route: BoundTo) => Run<Needs, Adds>;
}

/** A step that only acts on errors of later steps. */
export interface ErrorStep<Needs> {
  readonly name: `onError${string}`;
  readonly facts: StepFacts;
  readonly bindRecover: (gateway: Gateway, route: BoundTo) => Recover<Needs>;
}

export type AnyStep = Step<never, unknown> | ErrorStep<never>;

declare const checked: unique symbol;

/** A list that `steps` has checked: each step finds what it needs, and the last one responds. */
export interface StepList<Needs = unknown> extends ReadonlyArray<AnyStep> {
  /** Exists in the type alone: what must be known before the first step. */
  readonly [checked]: (known: Needs) => void;
}

/** The steps of one grant type. `required` and `answer` replace those of the row if byGrant is its only step. */
export interface Grant<Needs = unknown> {
  readonly required?: readonly (string | readonly string[])[];
  readonly only_with?: Switch;
  readonly answer?: AnswerName;
  readonly steps: StepList<Needs>;
}

/** Makes a step. `bind` runs once, at start; the function that it returns runs for each request. */
export function step<Needs, Adds>(
  name: string,
  facts: StepFacts,
  bind: (gateway: Gateway, route: BoundTo) => Run<Needs, Adds>,
): Step<Needs, Adds> {
  return { name, facts, bind };
}

/** Makes a step that acts on errors of the steps after it. Of several in a list, the last one before the error counts. */
export function onError<Needs>(
  name: `onError${string}`,
  bindRecover: (gateway: Gateway, route: BoundTo) => Recover<Needs>,
): ErrorStep<Needs> {
  return { name, facts: {}, bindRecover };
}

type NeedsOf<S> = S extends Step<infer Needs, unknown> ? Needs : S extends ErrorStep<infer Needs> ? Needs : never;
/** Members that later steps can use, without the response, which ends the request. */
type AddsOf<S> = S extends Step<never, infer Adds> ? OrNothing<Exclude<Adds, Responded | undefined>> : unknown;
type OrNothing<T> = [T] extends [never] ? unknown : T;
type Responds<S> = S extends Step<never, infer Adds> ? ([Adds] extends [Responded] ? true : false) : false;

/** Type that the compiler reports for a step whose inputs no earlier step adds. */
interface Missing<Keys> {
  'a step before this one must add': Keys;
}
/** Shown in place of a step that adds what is known already, or what has the name of an argument source. */
interface Replaced<Keys> {
  'this name is already used': Keys;
}
/** Shown in place of a last step that does not always respond. */
interface Unanswered {
  'the last step must respond': never;
}

/** Checks each step against what the steps before it add. */
type Chain<Have, Steps extends readonly unknown[]> = Steps extends readonly [infer First, ...infer Rest]
  ? Have extends NeedsOf<First>
    ? Extract<keyof AddsOf<First>, keyof Have | OwnSource> extends never
      ? Rest extends readonly []
        ? [Responds<First> extends true ? First : Unanswered]
        : [First, ...Chain<Have & AddsOf<First>, Rest>]
      : [Replaced<Extract<keyof AddsOf<First>, keyof Have | OwnSource>>, ...Rest]
    : [Missing<Exclude<keyof NeedsOf<First>, keyof Have>>, ...Rest]
  : [];

const listAfter =
  <Needs>() =>
  <const Steps extends readonly AnyStep[]>(...list: Steps & Chain<Arrived & Needs, Steps>): StepList<Needs> =>
    list as unknown as StepList<Needs>;

/** Makes a list of steps. `steps.after<Known>()` makes one for byGrant, to run when `Known` has been added. */
export const steps = Object.assign(listAfter<unknown>(), { after: listAfter });

/** Makes the list of a plain row. Its body and its arguments are data, so the order is right by construction. */
export const plainSteps = (list: readonly AnyStep[]): StepList => list as unknown as StepList;

export type BoundStep = { readonly run: Run<never, unknown> } | { readonly recover: Recover<never> };

export function bindSteps(list: readonly AnyStep[], gateway: Gateway, route: BoundTo): readonly BoundStep[] {
  return list.map((one) =>
    'bind' in one ? { run: one.bind(gateway, route) } : { recover: one.bindRecover(gateway, route) },
  );
}

/** Runs steps in their order until one responds. */
export async function run(list: readonly BoundStep[], arrived: Arrived): Promise<HttpResponse> {
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
      if ('response' in added) return (added as Responded).response;
      known = { ...known, ...added };
    }
  } catch (error) {
    if (rescue) return rescue(error);
    throw error;
  }
  throw new Error('no step has responded');
}
