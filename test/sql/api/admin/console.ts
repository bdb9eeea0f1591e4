// Helpers for tests of SQL functions that the console calls.
import { type CallArguments, type CallResult, type SqlApi, settings } from '../../../support/database/sql_api.ts';
import { ADMIN } from './admin.ts';

export const LIMIT_ERROR = 'Bad Pagination Parameters: limit is from 1 to 1000';
export const requestIds = (list: unknown): string[] => (list as { request_id: string }[]).map((row) => row.request_id);

/** Returns functions that call the API as an administrator. */
export function adminCalls(sql_api: SqlApi) {
  const usual = { claims: ADMIN, settings: settings() };
  let refusals = 0;
  return {
    ask: (name: string, args: CallArguments = {}): Promise<CallResult> => sql_api.call(name, { ...usual, ...args }),
    refused: (name: string, args: CallArguments, message: string) =>
      sql_api.refused(name, { ...usual, ...args }, [400, 'validation_failed', message]),
    /** Stores failed requests in order, the newest last. Returns their ids. */
    async refuse(...rows: CallArguments[]): Promise<string[]> {
      const stored = [];
      for (const row of rows) {
        await sql_api.advance(1);
        const request_id = `r${++refusals}`;
        const all = { at: sql_api.now(), request_id, route: '/token', code: 'user_banned', status: 400, ...row };
        await sql_api.call('add_tallies', { tallies: [], refusals: [all] });
        stored.push(String(all.request_id));
      }
      return stored;
    },
  };
}
