// Step of GET /admin/doctor: checks the caller's right and runs the checks as the auditor.
import { parseResult } from '../database/call.ts';
import { createDoctorRunner } from '../doctor/examine.ts';
import { jsonResponse } from '../pipeline/reply.ts';
import { type HasResponse, type RequestContext, type Step, step } from '../pipeline/step.ts';
import type { SqlCall } from '../routes/sql_call.ts';

const SHOW_ADMINISTRATOR: SqlCall = { function: 'get_administrator', args: { claims: 'claims', settings: 'settings' } };

export const respondWithFindings: Step<unknown, HasResponse> = step(
  'respondWithFindings',
  {
    calls: [SHOW_ADMINISTRATOR],
    refuses: ['reports_off', 'reports_busy', 'report_too_slow', 'unavailable'],
    reply: 'json',
  },
  ({ calls, reports, settings }, route) => {
    const show = calls.ready(SHOW_ADMINISTRATOR, route);
    const examine = createDoctorRunner({ settings, reports });
    return async (context: RequestContext) => {
      parseResult(await show.ask(context));
      return { response: jsonResponse(await examine(), { secret: true }) };
    };
  },
);
