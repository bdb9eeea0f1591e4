// Names of OpenTelemetry's semantic conventions, from its own package.
import { createRequire } from 'node:module';

const constants = createRequire(import.meta.url)('@opentelemetry/semantic-conventions/incubating') as Record<
  string,
  unknown
>;
const valuesOf = (prefix: string): Set<unknown> =>
  new Set(Object.entries(constants).flatMap(([name, value]) => (name.startsWith(prefix) ? [value] : [])));
const ATTRIBUTES = valuesOf('ATTR_');
const METRICS = valuesOf('METRIC_');
const OURS = /^postern\./;
/** Names from supabase/auth that are kept in addition to the current ones. */
const KEPT = new Set(['http.method', 'error_code', 'http_status_codes', 'code', 'auth.version']);

/** Returns the names that are not in the conventions, not ours and not kept. */
export function unknownNames(names: Iterable<string>, kind: 'attributes' | 'metrics'): string[] {
  const known = kind === 'attributes' ? ATTRIBUTES : METRICS;
  return [...new Set(names)].filter((name) => !known.has(name) && !OURS.test(name) && !KEPT.has(name)).sort();
}
