// Secret members: the marks of catalogue/secrets.json, applied to the members of each object.
import type { Node, Ref } from './node.ts';

export interface Marks {
  /** Names of text members that are secret everywhere. */
  texts: string[];
  /** Names whose whole value is secret, of any type; in a map the keys may be. */
  whole: string[];
  /** Names that are secret in an object that also has one of these members. */
  beside: Record<string, string[]>;
  /** Names that are secret in the arguments, the body and the answer of one operation. */
  in: Record<string, string[]>;
}

/** Returns the members of an object that must not be logged. */
export function secretsOf(node: Node, marks: Marks, resolve: (ref: Ref) => Node): string[] {
  const { properties = {} } = node;
  const names = Object.keys(properties);
  return names.filter((name) => {
    if (marks.whole.includes(name)) return true;
    const siblings = marks.beside[name];
    if (siblings?.some((sibling) => names.includes(sibling))) return true;
    return marks.texts.includes(name) && mayBeText(resolve(properties[name]!), resolve);
  });
}

function mayBeText({ type, oneOf, anyOf }: Node, resolve: (ref: Ref) => Node): boolean {
  const branches = oneOf ?? anyOf;
  if (branches) return branches.some((ref) => mayBeText(resolve(ref), resolve));
  return type === undefined || [type].flat().includes('string');
}
