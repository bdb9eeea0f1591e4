// Runs one call from arguments to outcome. Everything thrown on the way becomes part of the outcome.
import { type Answer, isStreamed, readAnswer } from './answer.ts';
import { type Alarm, alarm, anyOf, until } from './clock.ts';
import { type PlatformCore, readServer } from './core.ts';
import { type CallError, ConnectionError, InvalidRequestError, RequestTimeoutError } from './errors.ts';
import { clientError } from './failure.ts';
import { logRequest, logResponse } from './log.ts';
import { type OperationFacts, type Row, readRow } from './operation.ts';
import type { EventOptions } from './options.ts';
import { bearer, type Draft, draft, initOf, type WireArguments } from './request.ts';
import type { Inspection, Outcome } from './result.ts';
import { backoff, retriesStatus, retryAfter, retryPlan, wait } from './retry.ts';
import { convert, newTrial, type Schema } from './schema.ts';

interface Call {
  readonly core: PlatformCore;
  readonly row: Row;
  readonly options: EventOptions;
  readonly stream: boolean;
  readonly draft: Draft;
  /** The caller's signal and the overall timeout. */
  readonly signal: AbortSignal;
  readonly inspection: Inspection;
}

export async function perform(
  core: PlatformCore,
  facts: OperationFacts,
  given: unknown,
  options: EventOptions = {},
): Promise<Outcome> {
  const inspection: Inspection = { status: 'invalid' };
  let overall: Alarm | undefined;
  let signal: AbortSignal | undefined;
  try {
    overall = alarm(options.timeoutMs ?? core.options.timeoutMs);
    signal = anyOf(options.signal, options.fetchOptions?.signal, overall?.signal);
    const row = readRow(facts.row);
    const schemas = await until(signal, facts.load);
    const made = build(core, row, schemas.input, given, options);
    const stream = options.stream ?? options.acceptHeaderOverride === 'application/stream+json';
    inspection.status = 'request-error';
    const answer = await repeat({ core, row, options, stream, draft: made, signal, inspection });
    inspection.status = 'complete';
    const value = readAnswer(answer, {
      row,
      schemas,
      stream,
      signal,
      validation: options.responseValidation ?? core.options.responseValidation ?? 'throw',
      warn: (message) => (core.options.debugLogger ?? console).log(message),
    });
    return { result: { ok: true, value }, inspection };
  } catch (error) {
    // clientError returns only classes of CallError; its declared type is their base.
    return { result: { ok: false, error: clientError(error, signal) as CallError }, inspection };
  } finally {
    overall?.clear();
  }
}

function build(core: PlatformCore, row: Row, schema: Schema, given: unknown, options: EventOptions): Draft {
  try {
    const trial = newTrial(true);
    const wire = convert(schema, row.bare ? {} : withScope(row, given, core), trial) as WireArguments;
    if (trial.issues.length) throw new InvalidRequestError(given, trial.issues);
    const server = options.serverURL === undefined ? core.server : readServer(options.serverURL);
    return draft(core, row, wire, server, options, given);
  } catch (error) {
    if (error instanceof InvalidRequestError) throw error;
    const message = error instanceof Error ? error.message : String(error);
    throw new InvalidRequestError(given, [{ path: [], code: 'value', message }], error);
  }
}

// A team named in the call, by either name, replaces the client's whole default.
function withScope(row: Row, given: unknown, core: PlatformCore): unknown {
  const own = given === undefined ? {} : given;
  const { teamId, slug } = core.options;
  if (!row.scope || (!teamId && !slug) || typeof own !== 'object' || own === null) return own;
  if ('teamId' in own && own.teamId !== undefined) return own;
  if ('slug' in own && own.slug !== undefined) return own;
  return { ...own, teamId, slug };
}

async function repeat(call: Call): Promise<Answer> {
  const { core, options, signal } = call;
  const oneShot = typeof ReadableStream === 'function' && call.draft.body instanceof ReadableStream;
  const plan = oneShot ? undefined : retryPlan(core.options, options);
  const started = Date.now();
  for (let count = 0; ; count++) {
    let answer: Answer | undefined;
    let failure: unknown;
    try {
      answer = await attempt(call);
      if (!plan || !retriesStatus(plan, answer.response.status)) return answer;
      // The next attempt may need this connection.
      if (answer.text === undefined) await answer.response.body?.cancel();
    } catch (error) {
      failure = clientError(error, signal);
      const lost = failure instanceof ConnectionError || failure instanceof RequestTimeoutError;
      if (!plan?.connectionErrors || !lost || signal.aborted) throw failure;
    }
    const pause = backoff(plan, count, answer && retryAfter(answer.response.headers));
    if (Date.now() - started + pause > plan.maxElapsedTime) {
      if (answer) return answer;
      throw failure;
    }
    await wait(pause, signal);
  }
}

async function attempt({ core, row, options, stream, draft: made, signal, inspection }: Call): Promise<Answer> {
  const timer = alarm(options.attemptTimeoutMs ?? core.options.attemptTimeoutMs);
  const both = timer ? anyOf(signal, timer.signal) : signal;
  try {
    const token = await until(both, () => bearer(core));
    const headers = new Headers(made.headers);
    if (token && !headers.has('authorization')) headers.set('authorization', token);
    const request = requestOf(made, row.method, headers, both, options);
    inspection.request = request;
    inspection.response = undefined;
    const { debugLogger, logSecrets = false } = core.options;
    if (debugLogger) logRequest(debugLogger, request, made.body, logSecrets);
    const response = await until(both, () => core.httpClient.request(request));
    inspection.response = response;
    const text = isStreamed(row, response, stream) ? undefined : await until(both, () => response.text());
    if (debugLogger) logResponse(debugLogger, request, response, text, logSecrets);
    return { response, text, request: { method: row.method, url: made.url } };
  } catch (error) {
    throw clientError(error, both);
  } finally {
    timer?.clear();
  }
}

function requestOf(made: Draft, method: string, headers: Headers, signal: AbortSignal, options: EventOptions): Request {
  const init: RequestInit & { duplex?: 'half' } = { ...initOf(options), method, headers, body: made.body, signal };
  if (typeof ReadableStream === 'function' && made.body instanceof ReadableStream) init.duplex = 'half';
  try {
    return new Request(made.url, init);
  } catch (error) {
    throw new InvalidRequestError(undefined, [{ path: ['options'], code: 'value', message: String(error) }], error);
  }
}
