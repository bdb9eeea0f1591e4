// Reads the import source: a list of facts or an OpenAPI document, as JSON or YAML, gzipped or not.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { type Fact, isFacts } from './facts.ts';
import { factsOf, isOpenApi } from './openapi.ts';

/** Names in a document are hints; those in a file of facts are final. */
export interface Source {
  facts: Fact[];
  namesAreMeant: boolean;
}

export async function readSource(path: string): Promise<Source> {
  const bytes = readFileSync(path);
  const text = (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString();
  const value = await parse(text);
  if (isFacts(value)) return { facts: value, namesAreMeant: true };
  if (isOpenApi(value)) return { facts: factsOf(value), namesAreMeant: false };
  throw new Error(`${path} is neither an OpenAPI document nor a list of facts`);
}

async function parse(text: string): Promise<unknown> {
  if (/^\s*[[{]/.test(text)) return JSON.parse(text) as unknown;
  const { parse: parseYaml } = await import('yaml');
  return parseYaml(text, { maxAliasCount: -1 }) as unknown;
}
