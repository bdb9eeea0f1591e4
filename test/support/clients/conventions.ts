// Attribute and metric names of OpenTelemetry's semantic conventions, read from its npm package.
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
/** Older names that supabase/auth uses. Postern sends them in addition to the current names. */
const KEPT = new Set(['http.method', 'error_code', 'http_status_codes', 'code', 'auth.version']);

/** Returns the names that are neither in the conventions nor Postern's own nor kept for supabase/auth. */
export function findUnknownNames(names: Iterable<string>, kind: 'attributes' | 'metrics'): string[] {
  const known = kind === 'attributes' ? ATTRIBUTES : METRICS;
  return [...new Set(names)].filter((name) => !known.has(name) && !OURS.test(name) && !KEPT.has(name)).sort();
}
