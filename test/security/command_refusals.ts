// Which refusals no route can answer with, because only functions of the command line give them.
import { ROUTES } from '../../gateway/routes/table.ts';
import { refusedByFunction } from '../../tools/sql_refusals.ts';

/** Their names, without those that are seen elsewhere; the tests of their functions, in test/sql/api/admin, see them. */
export function refusedByCommandsAlone(seen: readonly string[]): Set<string> {
  const routed = new Set<string>(ROUTES.flatMap(({ calls }) => calls.map((call) => call.function)));
  const told = (by_route: boolean): string[] =>
    [...refusedByFunction()].flatMap(([called, names]) => (routed.has(called) === by_route ? names : []));
  const elsewhere = new Set([...told(true), ...seen]);
  return new Set(told(false).filter((name) => !elsewhere.has(name)));
}
