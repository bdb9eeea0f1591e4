// Converts an OpenAPI document, 3.0 or 3.1, into facts.
import { camel } from '../runtime/schema.ts';
import { functionName } from './entries.ts';
import type { Fact, FactBody, FactParam, FactResponse } from './facts.ts';
import { type Described, type Doc, followed, Reader } from './openapi_schema.ts';

interface Operation {
  operationId?: string;
  tags?: string[];
  parameters?: Doc[];
  requestBody?: Doc;
  responses?: Record<string, Doc>;
  security?: Record<string, unknown>[];
  deprecated?: boolean;
  [extension: `x-${string}`]: unknown;
}

interface Content {
  [type: string]: { schema?: Described };
}

const verbs = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;

/** Returns true for an OpenAPI document of a supported version. */
export function isOpenApi(value: unknown): value is Doc {
  const version = (value as { openapi?: unknown } | null)?.openapi;
  if (version === undefined) return false;
  if (typeof version === 'string' && /^3\.[01](\.|$)/.test(version)) return true;
  throw new Error(`OpenAPI ${String(version)} cannot be read, only 3.0 and 3.1`);
}

/** Returns the facts of every operation, one per tag. */
export function factsOf(doc: Doc): Fact[] {
  const reader = new Reader(doc);
  const everywhere = doc.security as Operation['security'];
  const facts: Fact[] = [];
  for (const [path, given] of Object.entries((doc.paths ?? {}) as Record<string, Doc>)) {
    const item = followed(doc, given);
    for (const verb of verbs) {
      const operation = item[verb] as Operation | undefined;
      if (!operation || operation['x-speakeasy-ignore'] === true) continue;
      const shared = (item.parameters ?? []) as Doc[];
      facts.push(...factsOfOperation(reader, path, verb, operation, shared, everywhere));
    }
  }
  return byVersion(facts);
}

// Operations that differ only in their version are named by it.
function byVersion(facts: readonly Fact[]): Fact[] {
  const places = new Map<string, Set<string>>();
  const placeOf = ({ method, path }: Fact) => `${method} ${path}`;
  for (const fact of facts)
    places.set(fact.functionName, (places.get(fact.functionName) ?? new Set()).add(placeOf(fact)));
  return facts.map((fact) => {
    const version = /^\/v(\d+)\//.exec(fact.path)?.[1];
    if (places.get(fact.functionName)!.size < 2 || version === undefined) return fact;
    return { ...fact, name: `${fact.name}V${version}`, functionName: `${fact.functionName}V${version}` };
  });
}

function factsOfOperation(
  reader: Reader,
  path: string,
  verb: string,
  operation: Operation,
  shared: readonly Doc[],
  everywhere: Operation['security'],
): Fact[] {
  const { doc } = reader;
  const name = nameOf(path, verb, operation);
  const groups = groupsOf(operation);
  const params = paramsOf(reader, path, shared, operation.parameters ?? []);
  const responses = responsesOf(reader, operation.responses ?? {});
  const declared = Object.keys(operation.responses ?? {}).filter((status) => /^[45]\d\d$/.test(status));
  const security = operation.security ?? everywhere ?? [];
  return groups.map((group) => ({
    group,
    name,
    functionName: functionName(groups[0] ?? null, name),
    ...(operation.operationId === undefined ? undefined : { operationId: operation.operationId }),
    method: verb.toUpperCase(),
    path,
    params,
    body: operation.requestBody ? bodyOf(reader, followed(doc, operation.requestBody), params) : null,
    responses,
    accept: acceptOf(operation, doc),
    errors: declared.map(Number).sort((a, b) => a - b),
    ...errorBodiesOf(reader, operation.responses ?? {}, declared),
    // An empty requirement beside others makes the token optional; it is sent then.
    auth: security.some((requirement) => Object.keys(requirement).length > 0),
    ...(operation.deprecated ? { deprecated: true } : undefined),
  }));
}

function groupsOf(operation: Operation): (string | null)[] {
  const override = operation['x-speakeasy-group'];
  const tags = typeof override === 'string' ? [override] : (operation.tags ?? []);
  return tags.length ? tags.map(camel) : [null];
}

// Without an id, method and path form the name: getProjectsByIdOrNameCustomEnvironments.
function nameOf(path: string, verb: string, operation: Operation): string {
  const override = operation['x-speakeasy-name-override'];
  if (typeof override === 'string') return override;
  if (operation.operationId) return camel(operation.operationId);
  const words = path
    .replace(/^\/v\d+(?=\/)/, '')
    .split('/')
    .filter(Boolean)
    .map((part) => (part.startsWith('{') ? `by-${part.slice(1, -1)}` : part));
  return camel(
    [verb === 'put' ? 'replace' : verb === 'post' ? 'create' : verb === 'patch' ? 'update' : verb, ...words].join('-'),
  );
}

function paramsOf(reader: Reader, path: string, shared: readonly Doc[], own: readonly Doc[]): FactParam[] {
  const found = new Map<string, FactParam>();
  for (const given of [...shared, ...own]) {
    const param = followed(reader.doc, given) as Doc & { in: string; name: string; schema?: Described };
    // Cookies belong to the browser, and the client sets these three headers itself.
    if (param.in === 'cookie') continue;
    if (param.in === 'header' && /^(accept|authorization|content-type)$/i.test(param.name)) continue;
    const place = param.in as FactParam['in'];
    const content = Object.values((param.content ?? {}) as Content)[0];
    const schema = reader.schema(param.schema ?? content?.schema ?? {});
    found.set(`${place} ${param.name}`, {
      in: place,
      name: param.name,
      argName: camel(param.name),
      type: [schema.type ?? 'any'].flat().join('|'),
      required: place === 'path' || param.required === true,
      ...(param.deprecated === true ? { deprecated: true } : undefined),
      ...writingOf(place, param),
      schema,
    });
  }
  const params = [...found.values()];
  for (const [, name] of path.matchAll(/\{(\w+)\}/g)) {
    if (params.some((param) => param.in === 'path' && param.name === name)) continue;
    const schema = { type: 'string' };
    params.push({ in: 'path', name: name!, argName: name!, type: 'string', required: true, schema });
  }
  return apart(params);
}

// Lists in the query repeat their name, those in paths and headers use commas; recorded only if different.
function writingOf(place: FactParam['in'], { style, explode }: Doc): Pick<FactParam, 'style' | 'explode'> {
  const usual = place === 'query' ? 'form' : 'simple';
  const apart = (style ?? usual) === 'form';
  return {
    ...(typeof style === 'string' && style !== usual ? { style } : undefined),
    ...(typeof explode === 'boolean' && explode !== apart ? { explode } : undefined),
  };
}

// Two parameters whose names differ only in punctuation would be the same argument.
function apart(params: FactParam[]): FactParam[] {
  return params.map((param) => {
    const twins = params.filter(({ argName }) => argName === param.argName);
    if (twins.length < 2) return param;
    const at = twins.indexOf(param);
    const place = param.in[0]!.toUpperCase() + param.in.slice(1);
    return { ...param, argName: `${param.argName}${place}Parameter${at || ''}` };
  });
}

function bodyOf(reader: Reader, body: Doc, params: readonly FactParam[]): FactBody | null {
  const content = Object.entries((body.content ?? {}) as Content);
  const [type, media] = content.find(([name]) => /[/+]json\b/.test(name)) ?? content[0] ?? [];
  if (type === undefined) return null;
  const json = /[/+]json\b/.test(type);
  return {
    // Without parameters the arguments are the body itself, if it is an object.
    argName: params.length || !json || !isObject(reader.schema(media?.schema ?? {})) ? 'requestBody' : null,
    required: body.required === true,
    contentType: json ? 'application/json' : 'application/octet-stream',
    schema: json ? reader.schema(media?.schema ?? {}) : { type: 'string', format: 'binary' },
    ...(/^(multipart\/|application\/x-www-form-urlencoded)/.test(type)
      ? { form: { type, schema: reader.schema(media?.schema ?? {}) } }
      : undefined),
  };
}

function isObject({ type, properties, oneOf, anyOf }: ReturnType<Reader['schema']>): boolean {
  return type === 'object' || properties !== undefined || (oneOf ?? anyOf ?? []).every(isObject);
}

function responsesOf(reader: Reader, responses: Record<string, Doc>): Record<string, FactResponse> {
  const found: Record<string, FactResponse> = {};
  for (const [status, given] of Object.entries(responses)) {
    // `default` describes errors, whose format is the same for every operation.
    if (!/^([23]\d\d|2XX)$/i.test(status)) continue;
    const content = (followed(reader.doc, given).content ?? {}) as Content;
    const [type, media] =
      Object.entries(content).find(([name]) => /[/+]json\b/.test(name) && !/stream/.test(name)) ??
      Object.entries(content)[0] ??
      [];
    const schema = media?.schema ? reader.schema(media.schema) : null;
    const stream = type !== undefined && (!/json/.test(type) || schema?.format === 'binary');
    found[status.toUpperCase()] = { contentType: type ?? null, schema, ...(stream ? { stream: true } : undefined) };
  }
  return Object.keys(found).length ? found : { '2XX': { contentType: null, schema: null } };
}

function errorBodiesOf(
  reader: Reader,
  responses: Record<string, Doc>,
  declared: readonly string[],
): Pick<Fact, 'errorBodies'> {
  const bodies = declared.flatMap((status) => {
    const content = (followed(reader.doc, responses[status]!).content ?? {}) as Content;
    const [, media] = Object.entries(content).find(([type]) => /[/+]json\b/.test(type)) ?? [];
    return media?.schema ? [[status, reader.schema(media.schema)] as const] : [];
  });
  return bodies.length ? { errorBodies: Object.fromEntries(bodies) } : {};
}

function acceptOf(operation: Operation, doc: Doc): string {
  const types = new Set<string>();
  for (const [status, given] of Object.entries(operation.responses ?? {})) {
    if (!/^2/.test(status)) continue;
    for (const type of Object.keys((followed(doc, given).content ?? {}) as Content)) types.add(type);
  }
  const json = [...types].find((type) => /[/+]json\b/.test(type) && !/stream/.test(type));
  const lines = [...types].find((type) => /stream\+json|ndjson|jsonl/.test(type));
  if (json && lines) return `${json};q=1, ${lines};q=0`;
  return json ?? lines ?? [...types][0] ?? '*/*';
}
