// Every operation by which administrators change something describes its effect. No other operation is listed.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { buildOpenApiDocument } from '../../../gateway/openapi/document.ts';
import { EFFECTS } from '../../../gateway/routes/effects.ts';
import { ROUTES } from '../../../gateway/routes/table.ts';

test('every action of administrators has effects, and the document shows them', () => {
  const actions = ROUTES.filter(({ auth, method }) => auth === 'admin' && method !== 'GET');
  const names = [...new Set(actions.map(({ method, path }) => `${method} ${path}`))];
  assert.equal(Object.keys(EFFECTS).sort(), names.sort());
  const { paths } = buildOpenApiDocument(ROUTES, { version: '0', url: '/' }) as {
    paths: Record<string, Record<string, { 'x-effects'?: string[] }>>;
  };
  for (const name of names) {
    const [method = '', path = ''] = name.split(' ');
    assert.equal(paths[path]?.[method.toLowerCase()]?.['x-effects'], EFFECTS[name], name);
  }
});

test.run();
