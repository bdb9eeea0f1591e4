// Request bodies in the document, derived from the shapes that the gateway validates.

import type { BodyShape } from '../http/body.ts';
import { CAPTCHA_SHAPE } from '../pipeline/captcha.ts';
import type { Route } from '../routes/row.ts';
import type { Schema } from './schemas.ts';

/** Returns the request body of the routes that share a method and path; null if they read none. */
export function requestBody(rows: readonly Route[]): Schema | null {
  const schemas = rows.flatMap((row) => bodySchema(row) ?? []);
  const [only] = schemas;
  if (only === undefined) return null;
  return {
    required: !rows.some(({ body_optional }) => body_optional),
    content: { 'application/json': { schema: schemas.length === 1 ? only : { anyOf: schemas } } },
  };
}

function bodySchema({ body, captcha, grant_type, required = [] }: Route): Schema | null {
  if (body === undefined) return null;
  const members: BodyShape = captcha ? { ...body, ...CAPTCHA_SHAPE } : body;
  const always = required.filter((one) => typeof one === 'string');
  const oneOf = required.filter((one) => typeof one !== 'string');
  return {
    type: required.length === 0 ? ['object', 'null'] : 'object',
    ...(grant_type === undefined ? {} : { title: grant_type }),
    ...(always.length > 0 ? { required: always } : {}),
    ...requireOneOfEach(oneOf),
    properties: Object.fromEntries(
      Object.entries(members).map(([name, kind]) => [name, always.includes(name) ? PRESENT[kind] : MEMBERS[kind]]),
    ),
  };
}

/** Returns a schema that requires at least one member of each list. */
function requireOneOfEach(lists: readonly (readonly string[])[]): Schema {
  const [only, ...others] = lists.map((names) => ({ anyOf: names.map(present) }));
  if (only === undefined) return {};
  return others.length === 0 ? only : { allOf: [only, ...others] };
}

const present = (name: string): Schema => ({ required: [name], properties: { [name]: { not: { type: 'null' } } } });

const PRESENT: Readonly<Record<BodyShape[string], Schema>> = {
  string: { type: 'string' },
  boolean: { type: 'boolean' },
  object: { type: 'object' },
  strings: { type: 'array', items: { type: 'string' } },
};

/** Schemas of members. Each also allows null, which counts as absent. */
const MEMBERS = Object.fromEntries(
  Object.entries(PRESENT).map(([kind, schema]) => [kind, { ...schema, type: [schema.type, 'null'] }]),
) as unknown as typeof PRESENT;
