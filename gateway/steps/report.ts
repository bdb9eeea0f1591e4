// Steps of reports. Reports run as the auditor, after the caller's right was checked.
import { containsPersonalData, hasPeriod, listReportNames, reportTitle } from '../../core/reports.ts';
import { parseResult } from '../database/call.ts';
import { refuse } from '../http/errors.ts';
import { etagResponse, jsonResponse } from '../pipeline/reply.ts';
import { type HasResponse, type RequestContext, type Step, step } from '../pipeline/step.ts';
import type { SqlCall } from '../routes/sql_call.ts';

const SHOW_ADMINISTRATOR: SqlCall = { function: 'get_administrator', args: { claims: 'claims', settings: 'settings' } };
/** Call that checks the right which a report requires. */
const CHECK_RIGHT: SqlCall = {
  function: 'get_administrator',
  args: { claims: 'claims', settings: 'settings', needed: 'report.right' },
};
const DAY_MS = 86_400_000;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

/** Returns the right that a report requires. A report that names users requires the right to list users. */
const rightOf = (name: string): 'list' | 'read' => (containsPersonalData(name) ? 'list' : 'read');

export const respondWithReportList: Step<unknown, HasResponse> = step(
  'respondWithReportList',
  { calls: [SHOW_ADMINISTRATOR], reply: 'tagged' },
  ({ calls }, route) => {
    const show = calls.ready(SHOW_ADMINISTRATOR, route);
    return async (context: RequestContext) => {
      const { rights } = parseResult(await show.ask(context)) as { rights: string[] };
      const reports = listReportNames()
        .filter((name) => rights.includes(rightOf(name)))
        .map((name) => ({
          name,
          title: reportTitle(name),
          parameters: hasPeriod(name) ? ['since', 'until', 'step'] : [],
        }));
      return { response: etagResponse({ reports }, context.request) };
    };
  },
);

/** Parses the time in a parameter; `initial` if it is absent. Throws a 400 error if it is invalid. */
function parseInstant(name: string, value: unknown, initial: number): Date {
  const written = typeof value === 'string' && value !== '';
  const at = new Date(written && TIME.test(value) ? value : written ? Number.NaN : initial);
  if (Number.isNaN(at.getTime()) || at.getUTCFullYear() < 2000 || at.getUTCFullYear() > 2200)
    throw refuse('validation_failed', `${name} is a time as in 2026-11-26T20:42:00Z`);
  return at;
}

interface HasReportRight {
  readonly report: { readonly right: 'list' | 'read' };
}

export const respondWithReport: Step<unknown, HasResponse> = step(
  'respondWithReport',
  {
    calls: [CHECK_RIGHT],
    refuses: ['report_unknown', 'reports_off', 'reports_busy', 'report_too_slow', 'unavailable', 'validation_failed'],
    reply: 'json',
  },
  ({ calls, reports }, route) => {
    const check = calls.ready(CHECK_RIGHT, route);
    return async (context: RequestContext) => {
      const { name = '' } = context.path;
      const known = listReportNames().includes(name);
      const named: RequestContext & HasReportRight = { ...context, report: { right: known ? rightOf(name) : 'read' } };
      parseResult(await check.ask(named));
      if (!known) throw refuse('report_unknown');
      const { since, until, step: length } = context.query;
      if (length && length !== 'hour' && length !== 'day') throw refuse('validation_failed', 'step is hour or day');
      const end = parseInstant('until', until, Date.now());
      const begin = parseInstant('since', since, end.getTime() - DAY_MS);
      if (begin >= end) throw refuse('validation_failed', 'since is before until');
      const span = { since: begin, until: end, step: length === 'day' ? ('day' as const) : ('hour' as const) };
      return { response: jsonResponse(await reports.run(name, span), { secret: true }) };
    };
  },
);
