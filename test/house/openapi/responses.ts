// Validates responses against the OpenAPI document: status, headers, content type, body, and errors of the route. Also
// validates body and query of successful requests. The test stacks call assertDescribed() for each response.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { buildOpenApiDocument } from '../../../gateway/openapi/document.ts';
import { CAPTCHA_SHAPE } from '../../../gateway/pipeline/captcha.ts';
import { ROUTES } from '../../../gateway/routes/table.ts';
import { recordError } from '../../support/database/seen_errors.ts';
import { type CheckedResponse, createRefusalCheck, type RefusalCheck } from './refusals.ts';

interface HeaderObject {
  required?: boolean;
  schema: object;
}

interface ResponseObject {
  headers?: Record<string, { $ref?: string } & Partial<HeaderObject>>;
  content?: Record<string, { schema: object }>;
}

interface Responses {
  responses: Record<string, { $ref?: string } & ResponseObject>;
}

interface Operation extends Responses {
  parameters: { name?: string; in?: string; required?: boolean }[];
  requestBody?: { required: boolean; content: { 'application/json': { schema: object } } };
}

interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
  /** Responses to requests that match no operation. */
  'x-unmatched': Responses;
}

/** Returns the deviations of a response from the document. */
export type ResponseCheck = (method: string, path: string, answer: CheckedResponse) => string[];

const BASE = 'postern';

export function createResponseCheck(document: object): ResponseCheck {
  // Skips the validation of the schemas, which other tests do, and optimizations that cost more than they save here.
  // Every test process compiles the schemas.
  const quick = { validateSchema: false, meta: false, inlineRefs: false, code: { optimize: false } };
  const ajv = new Ajv2020({ strict: false, allErrors: true, ...quick });
  formats.default(ajv);
  ajv.addSchema(document, BASE);
  const compiled = new Map<object, ValidateFunction>();
  const { paths, 'x-unmatched': unmatched } = document as OpenApi;
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
      // Makes references relative to the document.
      validate = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', `"${BASE}#/`)) as object);
      compiled.set(schema, validate);
    }
    if (validate(value)) return [];
    return (validate.errors ?? []).map(
      (fault) => `${what}${fault.instancePath} ${fault.message} ${JSON.stringify(fault.params)}`,
    );
  };
  /** Returns the deviations of an accepted request from the document. */
  const requestFaults = ({ parameters, requestBody }: Operation, query: string, sent: string | undefined): string[] => {
    const given = new URLSearchParams(query);
    const missing = parameters.filter(
      ({ name = '', required, in: at }) => required && at === 'query' && !given.has(name),
    );
    const faults = missing.map(({ name }) => `query parameter ${name} is required and was not sent`);
    if (requestBody === undefined) return faults;
    if (sent === undefined || sent === '') return requestBody.required ? [...faults, 'no body was sent'] : faults;
    // Skips the captcha members, which only the schemas of routes with a captcha have.
    const members = Object.entries((JSON.parse(sent) ?? {}) as object).filter(([name]) => !(name in CAPTCHA_SHAPE));
    const { schema } = requestBody.content['application/json'];
    return [...faults, ...faultsOf(schema, Object.fromEntries(members), 'sent body')];
  };

  return (method, path, { status, headers, text, sent }) => {
    const [bare = '', query = ''] = path.split('?', 2);
    const type = headers.get('content-type') ?? '';
    const found =
      templates.find(({ template }) => template === bare.replace(/(?<=.)\/$/, '')) ??
      templates.find(({ pattern }) => pattern.test(bare));
    const operation = found && paths[found.template]?.[method.toLowerCase()];
    if (operation === undefined && method === 'OPTIONS' && status === 204) return [];
    const { responses } = operation ?? unmatched;
    // Ranges such as 4XX occur only where an application's trigger or hook may choose the status.
    const entry = responses[status] ?? responses[`${String(status)[0]}XX`];
    if (entry === undefined) {
      return [`status ${status} is not in the document${operation ? '' : ', nor is the operation'}`];
    }
    const response = resolved<ResponseObject>(entry);
    const faults = operation && status < 400 ? requestFaults(operation, query, sent) : [];
    for (const [name, reference] of Object.entries(response.headers ?? {})) {
      const { required, schema } = resolved<HeaderObject>(reference as { $ref?: string } & HeaderObject);
      const value = headers.get(name);
      if (value === null && required) faults.push(`header ${name} is missing`);
      // A header of type string, such as a request id, may also consist of digits.
      const is_number = value !== null && /^\d+$/.test(value) && (schema as { type?: string }).type !== 'string';
      if (value !== null) faults.push(...faultsOf(schema, is_number ? Number(value) : value, `header ${name}`));
    }
    if (response.content === undefined) return text === '' ? faults : [...faults, 'there is a body'];
    const content = response.content[type.split(';', 1)[0] ?? ''];
    if (content === undefined) return [...faults, `content type ${type} is not in the document`];
    const value: unknown = /^application\/(scim\+)?json/.test(type) ? JSON.parse(text) : text;
    return [...faults, ...faultsOf(content.schema, value, 'body')];
  };
}

let check: ResponseCheck | undefined;
let refusals: RefusalCheck | undefined;

/** Throws if the document does not describe the response, or the route does not list its error. */
export function assertDescribed(method: string, path: string, answer: CheckedResponse): void {
  check ??= createResponseCheck(buildOpenApiDocument(ROUTES, { version: '0', url: '/' }));
  refusals ??= createRefusalCheck(recordError);
  const faults = [...check(method, path, answer), ...refusals(method, path, answer)];
  if (faults.length === 0) return;
  throw new Error(
    `${method} ${path} ${answer.status} is not as /openapi.json says: ${faults.slice(0, 5).join('; ')}\n${answer.text.slice(0, 500)}`,
  );
}
