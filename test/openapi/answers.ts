// Holds real answers against the OpenAPI document: status, headers, content type and body. test/stack.ts does it to each.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { openApiDocument } from '../../gateway/openapi/document.ts';
import { ROUTES } from '../../gateway/routes.ts';

export interface Answered {
  status: number;
  headers: Headers;
  text: string;
}

interface HeaderObject {
  required?: boolean;
  schema: object;
}

interface ResponseObject {
  headers?: Record<string, { $ref?: string } & Partial<HeaderObject>>;
  content?: Record<string, { schema: object }>;
}

interface OpenApi {
  paths: Record<string, Record<string, { responses: Record<string, { $ref?: string } & ResponseObject> }>>;
}

/** What is wrong with an answer by the document; nothing where all is well. */
export type AnswerCheck = (method: string, path: string, answer: Answered) => string[];

const BASE = 'postern';

export function createAnswerCheck(document: object): AnswerCheck {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addSchema(document, BASE);
  const compiled = new Map<object, ValidateFunction>();
  const { paths } = document as OpenApi;
  const templates = Object.keys(paths).map((template) => ({
    template,
    pattern: new RegExp(`^${template.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}/?$`),
  }));

  const resolved = <T>(part: { $ref?: string } & T): T => {
    if (part.$ref === undefined) return part;
    let found: unknown = document;
    for (const name of part.$ref.split('/').slice(1)) found = (found as Record<string, unknown>)[name];
    return found as T;
  };
  const faultsOf = (schema: object, value: unknown, what: string): string[] => {
    let validate = compiled.get(schema);
    if (validate === undefined) {
      // References are relative to the document.
      validate = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', `"${BASE}#/`)) as object);
      compiled.set(schema, validate);
    }
    if (validate(value)) return [];
    return (validate.errors ?? []).map(
      (fault) => `${what}${fault.instancePath} ${fault.message} ${JSON.stringify(fault.params)}`,
    );
  };
  const errorSchema = { $ref: '#/components/schemas/Error' };

  return (method, path, { status, headers, text }) => {
    const [bare = ''] = path.split('?', 1);
    const type = headers.get('content-type') ?? '';
    const found =
      templates.find(({ template }) => template === bare.replace(/(?<=.)\/$/, '')) ??
      templates.find(({ pattern }) => pattern.test(bare));
    const operation = found && paths[found.template]?.[method.toLowerCase()];
    if (operation === undefined) {
      if (method === 'OPTIONS') return [];
      if (![400, 401, 403, 404, 405, 429].includes(status))
        return [`${status} is no answer to something that is not in the document`];
      return type === 'application/json' ? faultsOf(errorSchema, JSON.parse(text), 'body') : ['the error is no JSON'];
    }
    const entry = operation.responses[status] ?? operation.responses[`${String(status)[0]}XX`];
    if (entry === undefined) return [`status ${status} is not in the document`];
    const response = resolved<ResponseObject>(entry);
    const faults: string[] = [];
    for (const [name, reference] of Object.entries(response.headers ?? {})) {
      const { required, schema } = resolved<HeaderObject>(reference as { $ref?: string } & HeaderObject);
      const value = headers.get(name);
      if (value === null && required) faults.push(`header ${name} is missing`);
      if (value !== null)
        faults.push(...faultsOf(schema, /^\d+$/.test(value) ? Number(value) : value, `header ${name}`));
    }
    if (response.content === undefined) return text === '' ? faults : [...faults, 'there is a body'];
    const content = response.content[type.split(';', 1)[0] ?? ''];
    if (content === undefined) return [...faults, `content type ${type} is not in the document`];
    const value: unknown = type === 'application/json' ? JSON.parse(text) : text;
    return [...faults, ...faultsOf(content.schema, value, 'body')];
  };
}

let check: AnswerCheck | undefined;

/** Throws for an answer that the document does not describe. */
export function assertDescribed(method: string, path: string, answer: Answered): void {
  check ??= createAnswerCheck(openApiDocument(ROUTES, { version: '0', url: '/' }));
  const faults = check(method, path, answer);
  if (faults.length === 0) return;
  throw new Error(
    `${method} ${path} ${answer.status} is not as /openapi.json says: ${faults.slice(0, 5).join('; ')}\n${answer.text.slice(0, 500)}`,
  );
}
