// Finds the routes of a method and path. Paths are matched without decoding, so that no other spelling of a path
// bypasses a check. One trailing slash is allowed.
import type { Auth, Method } from '../routes/names.ts';

export interface Routed {
  method: Method;
  path: string;
  auth: Auth;
  grant_type?: string;
}

export type Found<T extends Routed> =
  | { routes: readonly T[]; params: Readonly<Record<string, string>>; auth: Auth }
  /** The path exists only with other methods. */
  | { allowed: readonly Method[]; auth: Auth }
  | null;

interface Node<T> {
  literal: Map<string, Node<T>>;
  parameter?: { name: string; node: Node<T> };
  methods: Map<Method, T[]>;
}

/** Creates the router. Routes with the same method and path differ in their grant type. */
export function createRouter<T extends Routed>(all: readonly T[]): (method: string, path: string) => Found<T> {
  const root: Node<T> = { literal: new Map(), methods: new Map() };
  for (const route of all) insert(root, route);

  return (method, path) => {
    const params: Record<string, string> = {};
    const node = walk(root, segments(path), params);
    if (node === undefined || node.methods.size === 0) return null;
    const routes = node.methods.get(method as Method);
    const [first] = routes ?? [...node.methods.values()].flat();
    const auth = first?.auth ?? 'none';
    return routes === undefined ? { allowed: [...node.methods.keys()], auth } : { routes, params, auth };
  };
}

function segments(path: string): string[] {
  const trimmed = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
  return trimmed.split('/').slice(1);
}

function insert<T extends Routed>(root: Node<T>, row: T): void {
  let node = root;
  for (const segment of segments(row.path)) {
    const parameter = /^\{(\w+)\}$/.exec(segment)?.[1];
    let next = parameter === undefined ? node.literal.get(segment) : node.parameter?.node;
    if (next === undefined) {
      next = { literal: new Map(), methods: new Map() };
      if (parameter === undefined) node.literal.set(segment, next);
      else node.parameter = { name: parameter, node: next };
    }
    node = next;
  }
  node.methods.set(row.method, [...(node.methods.get(row.method) ?? []), row]);
}

function walk<T>(root: Node<T>, path: readonly string[], params: Record<string, string>): Node<T> | undefined {
  let node: Node<T> | undefined = root;
  for (const segment of path) {
    const literal: Node<T> | undefined = node.literal.get(segment);
    if (literal !== undefined) {
      node = literal;
    } else if (node.parameter !== undefined && segment !== '') {
      params[node.parameter.name] = decoded(segment);
      node = node.parameter.node;
    } else {
      return undefined;
    }
  }
  return node;
}

/** Decodes a path parameter. Returns a malformed one unchanged; it matches no row. */
function decoded(segment: string): string {
  try {
    const text = decodeURIComponent(segment);
    return text.includes('\0') ? segment : text;
  } catch (error) {
    if (error instanceof URIError) return segment;
    throw error;
  }
}
