// Carries over the former catalogue: operations dropped by the API stay callable, and old names of the others as well.
import { type Entry, everyPlace, nameless, type Place, versionless } from '../generator/catalogue.ts';
import type { Plain } from './entries.ts';

/** Maps old entries to new ones. */
export function matches(old: readonly Entry[], next: readonly Entry[], renamed: Record<string, string>) {
  const found = new Map<Entry, Entry>();
  const taken = new Set<Entry>();
  const byFunction = new Map(next.map((entry) => [entry.fn, entry]));
  const rules: ((entry: Entry) => string)[] = [
    ({ fn }) => fn,
    ({ http, path }) => `${http} ${path}`,
    ({ http, path }) => `${http} ${nameless(path)}`,
    ({ http, name }) => `${http} ${name}`,
    ({ http, path }) => `${http} ${versionless(path)}`,
    ({ http, path }) => `${http} ${versionless(nameless(path))}`,
  ];
  const take = (entry: Entry, match: Entry | undefined) => {
    if (!match || found.has(entry) || taken.has(match)) return;
    found.set(entry, match);
    taken.add(match);
  };
  for (const entry of old) take(entry, byFunction.get(renamed[entry.fn] ?? ''));
  for (const rule of rules) {
    const index = new Map<string, Entry[]>();
    for (const entry of next) index.set(rule(entry), [...(index.get(rule(entry)) ?? []), entry]);
    for (const entry of old) {
      take(
        entry,
        index.get(rule(entry))?.find((match) => !taken.has(match)),
      );
    }
  }
  return found;
}

/**
 * Gives operations their existing names: a document's ids and tags name only new ones. Also keeps facts that a document
 * cannot express (the header Accept of an answer without a body).
 */
export function withOldNames(old: Plain, next: Plain, renamed: Record<string, string>): Plain {
  const found = matches(
    old.entries.filter((entry) => !entry.gone),
    next.entries,
    renamed,
  );
  const names = new Map([...found].map(([was, is]) => [is, was]));
  const entries = next.entries.map((entry): Entry => {
    const was = names.get(entry);
    if (!was) return entry;
    const { group, name, fn, accept } = was;
    const also = was.also?.filter(({ former }) => !former);
    const { also: _also, accept: _accept, ...rest } = entry;
    const params = entry.params.map((param) => {
      const arg = was.params.find((other) => other.in === param.in && other.name === param.name)?.arg;
      const { arg: _arg, ...plain } = param;
      return arg ? { ...plain, arg } : plain;
    });
    const { arg } = was.body ?? {};
    const body = entry.body && arg && !entry.body.root ? { ...entry.body, arg } : entry.body;
    return {
      ...rest,
      group,
      name,
      fn,
      params,
      ...(body ? { body } : {}),
      ...(also?.length ? { also } : {}),
      ...(accept ? { accept } : {}),
    };
  });
  return { ...next, entries };
}

/** Returns the new catalogue with all names of the old one. */
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
