// Descriptions from the catalogue are in the tools: every argument has one, and an example or its values.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { argOf, bodyArg, paramsOf, readCatalogue } from '../../generator/catalogue.ts';
import type { JsonSchema } from '../json_schema.ts';
import { inputSchemaOf, type Tool, toolsFor } from '../tools.ts';

const { entries } = readCatalogue(new URL('../../catalogue/', import.meta.url));
const tools = new Map(toolsFor({ tools: [], groups: [], readOnly: false }).map((tool) => [tool.listed.name, tool]));

const membersOf = (schema: JsonSchema) => Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);

test('every argument has a description, and an example or a closed list', async () => {
  let places = 0;
  for (const entry of entries) {
    const { properties } = await inputSchemaOf(tools.get(entry.fn) as Tool);
    for (const param of paramsOf(entry)) {
      const told = (properties as Record<string, JsonSchema>)[argOf(param)]!;
      places++;
      assert.match(String(told.description), /^.{3,}\.$/, `${entry.fn}: ${param.name}`);
      assert.ok(told.enum ?? told.examples, `${entry.fn}: ${param.name}`);
    }
  }
  assert.ok(places > 1400);
});

test('every top-level member of a body has a description', async () => {
  for (const entry of entries) {
    if (!entry.body || entry.body.octets) continue;
    const input = await inputSchemaOf(tools.get(entry.fn) as Tool);
    const own = ['fields', 'maxChars', ...paramsOf(entry).map(argOf)];
    const arg = bodyArg(entry);
    const body = arg ? (input.properties as Record<string, JsonSchema>)[arg]! : input;
    const branches = [body, ...((body.anyOf ?? []) as JsonSchema[]), (body.items ?? {}) as JsonSchema];
    for (const [name, member] of branches.flatMap(membersOf)) {
      if (!arg && own.includes(name)) continue;
      assert.match(String(member.description), /^.{2,}\.$/, `${entry.fn}: ${name}`);
    }
  }
});

test.run();
