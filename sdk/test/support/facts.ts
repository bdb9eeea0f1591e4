// The reference's operations as facts, independent of the catalogue.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

export interface FactSchema {
  type?: string | string[];
  properties?: Record<string, FactSchema>;
  required?: string[];
  items?: FactSchema;
  additionalProperties?: boolean | FactSchema;
  oneOf?: FactSchema[];
  anyOf?: FactSchema[];
  allOf?: FactSchema[];
  enum?: (string | number | boolean | null)[];
  format?: string;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  $ref?: string;
  $defs?: Record<string, FactSchema>;
}

export interface FactParam {
  in: 'path' | 'query' | 'header';
  name: string;
  argName: string;
  type: string;
  required: boolean;
  enum?: (string | number)[];
  default?: unknown;
  deprecated?: boolean;
  items?: string;
  schema?: FactSchema;
}

export interface Fact {
  group: string | null;
  name: string;
  functionName: string;
  method: string;
  path: string;
  params: FactParam[];
  body: {
    argName: string | null;
    required: boolean;
    requiredInCode?: boolean;
    contentType: string;
    schema: FactSchema;
  } | null;
  responses: Record<string, { contentType: string | null; schema: FactSchema | null; stream?: boolean }>;
  accept: string;
  errors: number[];
  auth: boolean;
  deprecated?: boolean;
  clientLevel: boolean;
  missingPathParams?: string[];
  seed?: { name: string; functionName: string };
}

/** Returns every method entry of the current API: an operation in two groups occurs twice. */
export function readFacts(): Fact[] {
  const file = new URL('../../catalogue/reference-1.28.35.json.gz', import.meta.url);
  return JSON.parse(gunzipSync(readFileSync(file)).toString()) as Fact[];
}

/** The same for the previous version, 177 entries, with the two names that were only ours. */
export function readFormerFacts(): Fact[] {
  const facts = JSON.parse(
    readFileSync(new URL('../../catalogue/reference-1.11.5.json', import.meta.url), 'utf8'),
  ) as Fact[];
  const text = { type: 'string', required: false } as const;
  for (const fact of facts) {
    for (const argName of fact.missingPathParams ?? []) {
      fact.params.unshift({ ...text, in: 'path', name: argName, argName, required: true });
    }
  }
  const update = facts.find((fact) => fact.name === 'updateProject')!;
  const plans = facts.find((fact) => fact.seed)!;
  return [
    ...facts,
    { ...plans, group: '', name: plans.seed!.name, functionName: plans.seed!.functionName, clientLevel: true },
    {
      ...update,
      name: 'getProject',
      functionName: 'projectsGetProject',
      method: 'GET',
      body: null,
      errors: [400, 401, 403, 404],
    },
  ];
}

/** Stand-alone functions of second places, which have no row of their own in the facts. */
export const aliases: Record<string, string> = {
  'authentication.exchangeSsoToken': 'authenticationExchangeSsoToken',
  'integrations.updateIntegrationDeploymentAction': 'integrationsUpdateIntegrationDeploymentAction',
  'staticIps.updateStaticIps': 'staticIpsUpdateStaticIps',
};
