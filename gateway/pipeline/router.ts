// Finds the routes of a method and path. Paths are matched without decoding, so that a differently encoded path cannot
// bypass a check. One trailing slash is allowed.
import type { Method, RequiredAuth } from '../routes/names.ts';

export interface RoutedRow {
  method: Method;
  path: string;
  auth: RequiredAuth;
  grant_type?: string;
}

export type RouteMatch<T extends RoutedRow> =
  | { routes: readonly T[]; params: Readonly<Record<string, string>>; auth: RequiredAuth }
  /** The path exists only with other methods. */
  | { allowed: readonly Method[]; auth: RequiredAuth }
  | null;

interface TreeNode<T> {
  literal: Map<string, TreeNode<T>>;
  parameter?: { name: string; node: TreeNode<T> };
  methods: Map<Method, T[]>;
}

/** Creates the router. Routes with the same method and path differ in their grant type. */
export function createRouter<T extends RoutedRow>(all: readonly T[]): (method: string, path: string) => RouteMatch<T> {
  const root: TreeNode<T> = { literal: new Map(), methods: new Map() };
  for (const route of all) insertRoute(root, route);

  return (method, path) => {
    const params: Record<string, string> = {};
    const node = findNode(root, splitPath(path), params);
    if (node === undefined || node.methods.size === 0) return null;
    const routes = node.methods.get(method as Method);
    const [first] = routes ?? [...node.methods.values()].flat();
    const auth = first?.auth ?? 'none';
    return routes === undefined ? { allowed: [...node.methods.keys()], auth } : { routes, params, auth };
  };
}

function splitPath(path: string): string[] {
  const trimmed = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
  return trimmed.split('/').slice(1);
}

function insertRoute<T extends RoutedRow>(root: TreeNode<T>, row: T): void {
  let node = root;
  for (const segment of splitPath(row.path)) {
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

function findNode<T>(
  root: TreeNode<T>,
  path: readonly string[],
  params: Record<string, string>,
): TreeNode<T> | undefined {
  let node: TreeNode<T> | undefined = root;
  for (const segment of path) {
    const literal: TreeNode<T> | undefined = node.literal.get(segment);
    if (literal !== undefined) {
      node = literal;
    } else if (node.parameter !== undefined && segment !== '') {
      params[node.parameter.name] = decodeSegment(segment);
      node = node.parameter.node;
    } else {
      return undefined;
    }
  }
  return node;
}

/**
 * Decodes a path parameter. Returns a malformed parameter unchanged, because no id or name in the database matches it.
 */
function decodeSegment(segment: string): string {
  try {
    const text = decodeURIComponent(segment);
    return text.includes('\0') ? segment : text;
  } catch (error) {
    if (error instanceof URIError) return segment;
    throw error;
  }
}
