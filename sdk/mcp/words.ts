// Descriptions from the catalogue for the arguments of a tool.
import type { Describing } from './json_schema.ts';
import { type ListedOperation, readRow, type WordList, words } from './platform.ts';

/** Returns descriptions for the arguments of an operation and the members of its body; `deep` adds nested members. */
export function describingOf({ groups, method, operation }: ListedOperation, deep = true): Describing {
  const place = { group: groups[0] ?? null, name: method };
  const list: WordList = words;
  const inner = (parent: string): Describing => ({
    words: (wire) => list.inner(parent, wire),
    below: inner,
  });
  const body: Describing = { words: (wire) => list.member(place, wire), below: deep ? inner : () => undefined };
  const row = readRow(operation.row);
  if (row.body?.startsWith('root')) return body;
  return {
    words: (wire) => list.parameter(place, wire),
    below: (wire) => (wire === row.bodyArg ? body : undefined),
  };
}
