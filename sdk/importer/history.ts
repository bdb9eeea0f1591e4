// Carries over what the catalogue had before: operations the API dropped stay callable, old names of the others as well.
import { type Entry, everyPlace, type Place, versionless } from '../generator/catalogue.ts';
import type { Plain } from './entries.ts';

/** Which new entry an old one has become. */
export function matches(old: readonly Entry[], next: readonly Entry[], renamed: Record<string, string>) {
  const found = new Map<Entry, Entry>();
  const taken = new Set<Entry>();
  const rules: ((a: Entry, b: Entry) => boolean)[] = [
    (a, b) => renamed[a.fn] === b.fn,
    (a, b) => a.fn === b.fn,
    (a, b) => a.http === b.http && a.path === b.path,
    (a, b) => a.http === b.http && a.name === b.name,
    (a, b) => a.http === b.http && versionless(a.path) === versionless(b.path),
  ];
  for (const rule of rules) {
    for (const entry of old) {
      if (found.has(entry)) continue;
      const match = next.find((other) => !taken.has(other) && rule(entry, other));
      if (!match) continue;
      found.set(entry, match);
      taken.add(match);
    }
  }
  return found;
}

/** The new catalogue with all names of the old one. */
export function withHistory(old: Plain, next: Plain, renamed: Record<string, string>): Plain {
  const found = matches(old.entries, next.entries, renamed);
  const taken = new Set(next.entries.flatMap((entry) => everyPlace(entry).map(({ fn }) => fn)));
  const entries = new Map(next.entries.map((entry) => [entry, { ...entry }]));
  for (const [was, is] of found) {
    const lost = everyPlace(was).filter(({ fn }) => !taken.has(fn));
    const former = lost.map((place): Place => ({ ...place, former: true }));
    for (const { fn } of lost) taken.add(fn);
    const entry = entries.get(is)!;
    if (former.length) entry.also = [...(entry.also ?? []), ...former];
  }
  const gone = old.entries
    .filter((entry) => !found.has(entry) && !taken.has(entry.fn))
    .map((entry): Entry => ({ ...entry, deprecated: true, gone: true }));
  return { entries: [...entries.values(), ...gone], named: { ...old.named, ...next.named } };
}
