// The reference's operations as facts, independent of the catalogue, with the few the issue adds by hand.
import { readFileSync } from 'node:fs';

export interface FactSchema {
  type?: string | string[];
  properties?: Record<string, FactSchema>;
  required?: string[];
  items?: FactSchema;
  additionalProperties?: boolean | FactSchema;
  oneOf?: FactSchema[];
  anyOf?: FactSchema[];
  allOf?: FactSchema[];
  enum?: (string | number | null)[];
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
  default?: string;
  schema?: FactSchema;
}

export interface Fact {
  group: string;
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
  clientLevel: boolean;
  missingPathParams?: string[];
  seed?: { name: string; functionName: string };
}

const file = new URL('../../catalogue/reference-1.11.5.json', import.meta.url);

/** Every method entry: the 177 of the reference and getProject; the plans operation stands in both its places. */
export function readFacts(): Fact[] {
  const facts = JSON.parse(readFileSync(file, 'utf8')) as Fact[];
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

/** Stand-alone functions of the aliases, which have no row of their own in the facts. */
export const aliases: Record<string, string> = {
  'authentication.exchangeSsoToken': 'authenticationExchangeSsoToken',
  'integrations.updateIntegrationDeploymentAction': 'integrationsUpdateIntegrationDeploymentAction',
};
