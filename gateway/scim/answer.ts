// Responses of SCIM: resources with their URLs and requested attributes, lists, and errors.
import type { ApiError } from '../http/errors.ts';
import { toWireJson } from '../http/json.ts';
import type { HttpResponse } from '../server/types.ts';
import { ERROR_SCHEMA, LIST_SCHEMA, type ResourceKind, resolveAttribute } from './schema.ts';

const TYPE = { 'Content-Type': 'application/scim+json; charset=utf-8', 'Cache-Control': 'no-store' } as const;

export type ScimResource = Readonly<Record<string, unknown>> & {
  readonly id: string;
  readonly meta: { readonly resourceType: ResourceKind; readonly version: string };
};

/** Paths of the attributes to return: those in `only` (null: all) except those in `without`. */
export interface AttributeSelection {
  readonly only: readonly (readonly string[])[] | null;
  readonly without: readonly (readonly string[])[];
}

/** Reads the query parameters attributes and excludedAttributes. Unknown names select nothing. */
export function parseSelection(
  kind: ResourceKind,
  attributes: string | null,
  excluded: string | null,
): AttributeSelection {
  const paths = (list: string) =>
    list
      .split(',')
      .map((name) => resolveAttribute(kind, name.trim()))
      .flatMap((place) => (typeof place === 'string' ? [] : [place.path]));
  return { only: attributes ? paths(attributes) : null, without: excluded ? paths(excluded) : [] };
}

/** Returns true if the selection includes the attribute or a part of it. */
export function selectsAttribute({ only, without }: AttributeSelection, name: string): boolean {
  return (
    (only === null || only.some(([first]) => first === name)) &&
    !without.some((path) => path.length === 1 && path[0] === name)
  );
}

const ALWAYS: ReadonlySet<string> = new Set(['id', 'schemas']);

type JsonObject = Readonly<Record<string, unknown>>;

/** Returns a copy of a value with only the members at these paths. */
function keepPaths(value: unknown, paths: readonly (readonly string[])[]): unknown {
  if (paths.some((path) => path.length === 0)) return value;
  if (Array.isArray(value)) return value.map((one) => keepPaths(one, paths));
  const kept = Object.entries(value as JsonObject).flatMap(([name, member]) => {
    const inner = paths.filter(([first]) => first === name).map((path) => path.slice(1));
    return inner.length === 0 || typeof member !== 'object'
      ? inner.length === 0
        ? []
        : [[name, member]]
      : [[name, keepPaths(member, inner)]];
  });
  return Object.fromEntries(kept);
}

function removePaths(value: unknown, paths: readonly (readonly string[])[]): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => removePaths(one, paths));
  const kept = Object.entries(value).flatMap(([name, member]) => {
    const inner = paths.filter(([first]) => first === name).map((path) => path.slice(1));
    return inner.some((path) => path.length === 0)
      ? []
      : [[name, inner.length === 0 ? member : removePaths(member, inner)]];
  });
  return Object.fromEntries(kept);
}

const PLURAL: Readonly<Record<ResourceKind, string>> = { User: 'Users', Group: 'Groups' };

const refs = (values: unknown, base: string): unknown =>
  Array.isArray(values) ? values.map((one: JsonObject) => ({ ...one, $ref: `${base}/${String(one.value)}` })) : values;

/** Returns a resource with its URLs and the selected attributes. */
function selectAttributes(resource: ScimResource, base: string, selection: AttributeSelection): JsonObject {
  const { resourceType } = resource.meta;
  const whole = {
    ...resource,
    ...('groups' in resource ? { groups: refs(resource.groups, `${base}/Groups`) } : {}),
    ...('members' in resource ? { members: refs(resource.members, `${base}/Users`) } : {}),
    meta: { ...resource.meta, location: `${base}/${PLURAL[resourceType]}/${resource.id}` },
  };
  const always = Object.fromEntries(Object.entries(whole).filter(([name]) => ALWAYS.has(name)));
  const picked = selection.only === null ? whole : keepPaths(whole, selection.only);
  return { ...(removePaths(picked, selection.without) as JsonObject), ...always };
}

/**
 * Returns the response with one resource, or 304 if `known` contains its version or `*`. After a change, it includes a
 * Location header.
 */
export function resourceResponse(
  resource: ScimResource,
  o: { status: number; base: string; selection: AttributeSelection; changed: boolean; known?: string | undefined },
): HttpResponse {
  const { version } = resource.meta;
  const location = `${o.base}/${PLURAL[resource.meta.resourceType]}/${resource.id}`;
  const headers = { ...TYPE, ETag: version, ...(o.changed ? { Location: location } : {}) };
  const unchanged = (o.known ?? '').split(',').some((one) => ['*', version].includes(one.trim()));
  if (unchanged) return { status: 304, headers, body: null };
  return { status: o.status, headers, body: toWireJson(selectAttributes(resource, o.base, o.selection)) };
}

/** Returns the response with a page of resources. */
export function listResponse(
  page: Readonly<Record<string, unknown>>,
  o: { base: string; selection: AttributeSelection },
): HttpResponse {
  const resources = (page.Resources as ScimResource[]).map((one) => selectAttributes(one, o.base, o.selection));
  return { status: 200, headers: TYPE, body: toWireJson({ schemas: [LIST_SCHEMA], ...page, Resources: resources }) };
}

export const scimJsonResponse = (body: object): HttpResponse => ({
  status: 200,
  headers: TYPE,
  body: toWireJson(body),
});

/** SCIM error types (scimType in RFC 7644, 3.12) by error code of this server. */
const SCIM_TYPES: Readonly<Record<string, string>> = {
  bad_json: 'invalidSyntax',
  validation_failed: 'invalidValue',
  scim_invalid_syntax: 'invalidSyntax',
  scim_invalid_filter: 'invalidFilter',
  scim_invalid_path: 'invalidPath',
  scim_invalid_value: 'invalidValue',
  scim_mutability: 'mutability',
  scim_no_target: 'noTarget',
  scim_too_many: 'tooMany',
  scim_uniqueness: 'uniqueness',
};

/** Returns the SCIM response for an error. */
export function scimErrorResponse({ status, code, msg, headers }: ApiError): HttpResponse {
  const type = SCIM_TYPES[code ?? ''];
  const more: Record<string, string> = {
    ...(status === 401 ? { 'WWW-Authenticate': 'Bearer realm="scim"' } : {}),
    ...(status === 429 || status === 503 ? { 'Retry-After': '1' } : {}),
    ...headers,
  };
  const body = { schemas: [ERROR_SCHEMA], status: String(status), ...(type ? { scimType: type } : {}), detail: msg };
  return { status, headers: { ...TYPE, ...more }, body: toWireJson(body) };
}
