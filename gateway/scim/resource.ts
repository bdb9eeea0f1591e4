// Bodies of SCIM requests: resources and operations in canonical form. Unknown attributes are dropped, because clients
// send attributes that the schema does not announce. SQL validates the values.
import { refuse } from '../http/errors.ts';
import { type Filter, type PatchTarget, parsePatchPath, valuesRequiredBy } from './filter.ts';
import {
  type AttributePlace,
  CORE_SCHEMAS,
  PATCH_OP_SCHEMA,
  type ResourceKind,
  resolveAttribute,
  type ScimAttribute,
} from './schema.ts';

type ScimBody = Readonly<Record<string, unknown>>;

const MOST_OPERATIONS = 100;
const MOST_MEMBERS = 1_000;

const isObject = (value: unknown): value is ScimBody =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Throws unless the body names the schema. */
export function checkSchemas(body: ScimBody, urn: string): void {
  const [, schemas] = Object.entries(body).find(([name]) => name.toLowerCase() === 'schemas') ?? [];
  const has = (Array.isArray(schemas) ? schemas : []).some(
    (one) => typeof one === 'string' && one.toLowerCase() === urn.toLowerCase(),
  );
  if (!has) throw refuse('scim_syntax', `schemas must contain ${urn}`);
}

/** Returns a value in canonical form; undefined if the value clears the attribute. */
function canonicalValue(attribute: ScimAttribute, value: unknown, name = attribute.name): unknown {
  if (value === null || value === undefined) return undefined;
  if (!attribute.many) return canonicalSingleValue(attribute, value, name);
  const values = (Array.isArray(value) ? value : [value]).map((one) => canonicalSingleValue(attribute, one, name));
  return values.filter((one) => one !== undefined && Object.keys(one as object).length > 0);
}

function canonicalSingleValue(attribute: ScimAttribute, value: unknown, name: string): unknown {
  const wrong = (needed: string) => refuse('scim_invalid', `${name} must be ${needed}`);
  switch (attribute.type) {
    case 'boolean': {
      // Microsoft Entra sends booleans as text.
      const truth = typeof value === 'string' ? { true: true, false: false }[value.toLowerCase()] : value;
      if (typeof truth !== 'boolean') throw wrong('true or false');
      return truth;
    }
    case 'complex': {
      // A plain text stands for the member `value`. Clients send roles and manager in this form.
      const given = typeof value === 'string' ? { value } : value;
      if (!isObject(given)) throw wrong('an object');
      const members = Object.entries(given).flatMap(([key, member]) => {
        const known = attribute.sub?.find((one) => one.name.toLowerCase() === key.toLowerCase());
        const inner = known && canonicalValue(known, member, `${name}.${known.name}`);
        return known === undefined || inner === undefined ? [] : [[known.name, inner] as const];
      });
      return Object.fromEntries(members);
    }
    default:
      if (typeof value !== 'string') throw wrong('text');
      return value;
  }
}

/** Returns the place of a body's member in the resource, or null if the member must be ignored. */
function findPlace(kind: ResourceKind, key: string, value: unknown, id: string | null): AttributePlace | null {
  const place = resolveAttribute(kind, key);
  if (typeof place === 'string' || place.list !== undefined) return null;
  const { attribute } = place;
  if (attribute.name === 'id' && id !== null && value !== id) throw refuse('scim_mutability', 'id cannot be changed');
  return attribute.mutability === undefined ? place : null;
}

function setAtPath(target: Record<string, unknown>, [first = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    target[first] = value;
    return;
  }
  const inner = isObject(target[first]) ? { ...target[first] } : {};
  setAtPath(inner, rest, value);
  target[first] = inner;
}

/** Returns the resource in the body of POST or PUT. `id` is the id in the path. */
export function readResource(kind: ResourceKind, body: ScimBody, id: string | null): Record<string, unknown> {
  checkSchemas(body, CORE_SCHEMAS[kind]);
  const resource: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(body)) {
    const place = findPlace(kind, key, value, id);
    const read = place === null ? undefined : canonicalValue(place.attribute, value);
    const empty = isObject(read) && Object.keys(read).length === 0;
    if (place !== null && read !== undefined && !empty) setAtPath(resource, place.path, read);
  }
  checkGroupMembers(resource.members);
  return resource;
}

function checkGroupMembers(members: unknown, most = 10_000): void {
  if (!Array.isArray(members)) return;
  if (members.length > most) throw refuse('scim_invalid', `members can have at most ${most} values at a time`);
  if (members.some((one) => (one as ScimBody).type !== undefined && (one as ScimBody).type !== 'User')) {
    throw refuse('scim_invalid', 'A member of a group must be a user');
  }
}

/** An operation in the form that auth_api.patch_scim_resource() expects. */
interface PatchOperation {
  readonly op: string;
  readonly path: readonly string[];
  readonly many: boolean;
  readonly filter: Filter | null;
  readonly seed: object | null;
  readonly sub: string | null;
  readonly value: unknown;
}

/** Returns the operations in the body of PATCH. `id` is the id in the path. */
export function readOperations(kind: ResourceKind, body: ScimBody, id: string): PatchOperation[] {
  checkSchemas(body, PATCH_OP_SCHEMA);
  const [, list] = Object.entries(body).find(([name]) => name.toLowerCase() === 'operations') ?? [];
  if (!Array.isArray(list) || list.length === 0 || list.length > MOST_OPERATIONS) {
    throw refuse('scim_syntax', `Operations must be a list of 1 to ${MOST_OPERATIONS} operations`);
  }
  return list.flatMap((one) => readOperation(kind, one, id));
}

function readOperation(kind: ResourceKind, given: unknown, id: string): PatchOperation[] {
  if (!isObject(given)) throw refuse('scim_syntax', 'An operation must be an object');
  const op = typeof given.op === 'string' ? given.op.toLowerCase() : '';
  if (!['add', 'replace', 'remove'].includes(op)) throw refuse('scim_syntax', 'op must be add, replace or remove');
  const { path, value } = given;
  if (path !== undefined && path !== null && path !== '') {
    if (typeof path !== 'string') throw refuse('scim_path', 'path must be text');
    const target = parsePatchPath(kind, path);
    return target === null ? [] : operationsAt(op, target, value);
  }
  if (op === 'remove') throw refuse('scim_target', 'remove needs a path');
  if (!isObject(value)) throw refuse('scim_invalid', 'value must be an object if there is no path');
  return Object.entries(value).flatMap(([key, member]) => {
    if (findPlace(kind, key, member, id) === null && typeof resolveAttribute(kind, key) !== 'string') {
      const target = parsePatchPath(kind, key);
      // Microsoft Entra sends sub-attributes of a multi-valued attribute under names with a dot.
      return target === null || target.sub === null ? [] : operationsAt(op, target, member);
    }
    const place = resolveAttribute(kind, key);
    return typeof place === 'string' ? [] : operationsAt(op, { place, filter: null, sub: null }, member);
  });
}

function operationsAt(op: string, { place, filter, sub }: PatchTarget, value: unknown): PatchOperation[] {
  const { attribute, path } = place;
  if (attribute.mutability === 'writeOnly') return [];
  const is_members = attribute.name === 'members';
  if (attribute.mutability !== undefined || (is_members && (sub !== null || (filter !== null && op !== 'remove')))) {
    throw refuse('scim_mutability', `${path.join('.')} cannot be changed`);
  }
  const removes = op === 'remove' || value === null || value === undefined;
  if (!attribute.many && attribute.type === 'complex' && !removes) {
    const given = canonicalSingleValue(attribute, Array.isArray(value) ? value[0] : value, attribute.name) as ScimBody;
    return Object.entries(given).flatMap(([name, member]) => {
      const inner = attribute.sub?.find((one) => one.name === name) as ScimAttribute;
      return operationsAt(op, { place: { path: [...path, name], attribute: inner }, filter: null, sub: null }, member);
    });
  }
  const member = sub === null ? undefined : attribute.sub?.find((one) => one.name === sub);
  const read = member
    ? canonicalValue(member, value, `${attribute.name}.${sub}`)
    : filter !== null && !removes
      ? canonicalSingleValue(attribute, Array.isArray(value) ? value[0] : value, attribute.name)
      : canonicalValue(attribute, value);
  if (is_members) {
    if (op !== 'remove' && read === undefined) throw refuse('scim_invalid', 'members needs a value');
    checkGroupMembers(read, MOST_MEMBERS);
  }
  return [
    {
      op: removes && op === 'replace' ? 'remove' : op,
      path,
      many: attribute.many ?? false,
      filter,
      seed: filter && valuesRequiredBy(filter),
      sub,
      value: read ?? null,
    },
  ];
}
