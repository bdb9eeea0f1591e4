// Building blocks of the document's schemas.
export type Schema = Readonly<Record<string, unknown>>;

export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

export const text: Schema = { type: 'string' };
export const booleanSchema: Schema = { type: 'boolean' };
export const uuid: Schema = { type: 'string', format: 'uuid' };
export const freeObject: Schema = { type: 'object' };
export const texts: Schema = { type: 'array', items: text };
export const time: Schema = {
  type: 'string',
  format: 'date-time',
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{1,6}Z$',
};

export type Members = Readonly<Record<string, Schema>>;

/** Returns a closed object schema. Members of `optional` may be absent. */
export function closedObject(required: Members, optional: Members = {}, more: Schema = {}): Schema {
  return {
    type: 'object',
    ...more,
    required: Object.keys(required),
    properties: { ...required, ...optional },
    additionalProperties: false,
  };
}

export const timeMembers = (...names: readonly string[]): Members =>
  Object.fromEntries(names.map((name) => [name, time]));
/** Returns a nullable schema. */
export const nullableSchema = ({ type, ...rest }: Schema): Schema => ({ type: [type, 'null'], ...rest });
