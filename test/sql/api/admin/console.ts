// Helpers of the tests of what the admin API shows of the service.
import { type Answer, type Args, type Surface, settings } from '../../../support/database/surface.ts';
import { ADMIN } from './admin.ts';

export const SIZES = 'Bad Pagination Parameters: limit is from 1 to 1000';
export const ids = (list: unknown): string[] => (list as { request_id: string }[]).map((row) => row.request_id);

/** Returns the calls of an administrator. */
export function administering(surface: Surface) {
  const usual = { claims: ADMIN, settings: settings() };
  let refusals = 0;
  return {
    ask: (name: string, args: Args = {}): Promise<Answer> => surface.call(name, { ...usual, ...args }),
    refused: (name: string, args: Args, message: string) =>
      surface.refused(name, { ...usual, ...args }, [400, 'validation_failed', message]),
    /** Stores refused requests in order, the newest last; returns their ids. */
    async refuse(...rows: Args[]): Promise<string[]> {
      const stored = [];
      for (const row of rows) {
        await surface.advance(1);
        const request_id = `r${++refusals}`;
        const all = { at: surface.now(), request_id, route: '/token', code: 'user_banned', status: 400, ...row };
        await surface.call('add_tallies', { tallies: [], refusals: [all] });
        stored.push(String(all.request_id));
      }
      return stored;
    },
  };
}
