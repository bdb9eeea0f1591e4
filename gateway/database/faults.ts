// What an error of the database means to a client: a refusal that SQL raised, an outage, or a bug of ours.
import { codeOf, isOutage, isState } from '../../core/database/outage.ts';
import { Refusal, refuse } from '../http/errors.ts';

/** Turns what a statement threw into what is answered; a bug comes back as it is. */
export function faultOf(error: unknown, o: { creates_user: boolean; confirms_user?: boolean }): unknown {
  if (error instanceof Refusal) return error;
  const code = codeOf(error);
  if (code === undefined) return error;
  if (/^PT\d{3}$/.test(code)) return raisedRefusal(error as Error, Number(code.slice(2)));
  if (isOutage(error)) {
    return Object.assign(refuse('unavailable'), { cause: error });
  }
  if ((o.creates_user || o.confirms_user) && isState(code) && code !== 'XX000') {
    // An application's trigger or foreign key on the users table said no; nothing of the call was kept.
    return Object.assign(refuse(o.creates_user ? 'user_not_saved' : 'user_not_confirmed'), { cause: error });
  }
  return error;
}

/** What `auth_lib.fail` raised, or an application's trigger in PostgREST's way: status in the SQLSTATE, code in the detail. */
function raisedRefusal(error: Error, status: number): Refusal {
  return new Refusal(status, codeInDetail('detail' in error ? error.detail : undefined), error.message);
}

/** A trigger may write what it likes there. */
function codeInDetail(detail: unknown): string | undefined {
  if (typeof detail !== 'string' || !/^\{"code": "[\w-]+"\}$/.test(detail)) return undefined;
  return (JSON.parse(detail) as { code: string }).code;
}
