// Errors that no route returns, because only SQL functions of the CLI raise them.
import { ROUTES } from '../../gateway/routes/table.ts';
import { refusedByFunction } from '../../tools/sql_refusals.ts';

/**
 * Returns the names of the errors that only functions without a route list, except the names in `seen`. Tests in
 * test/sql/api/admin cover them.
 */
export function errorsOfCommandsOnly(seen: readonly string[]): Set<string> {
  const routed = new Set<string>(ROUTES.flatMap(({ calls }) => calls.map((call) => call.function)));
  const listed = (by_route: boolean): string[] =>
    [...refusedByFunction()].flatMap(([called, names]) => (routed.has(called) === by_route ? names : []));
  const elsewhere = new Set([...listed(true), ...seen]);
  return new Set(listed(false).filter((name) => !elsewhere.has(name)));
}
