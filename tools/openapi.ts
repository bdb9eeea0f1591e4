// Lints the OpenAPI document.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildOpenApiDocument } from '../gateway/openapi/document.ts';
import { ROUTES } from '../gateway/routes/table.ts';

/** Lints an OpenAPI document. Returns the linter's output, and true if it has neither errors nor warnings. */
export function lintOpenApi(document: object = buildOpenApiDocument(ROUTES, { version: '0.1.0', url: '/' })): {
  good: boolean;
  output: string;
} {
  const folder = mkdtempSync(join(tmpdir(), 'postern-openapi-'));
  try {
    const file = join(folder, 'openapi.json');
    writeFileSync(file, JSON.stringify(document, null, 2));
    const args = ['lint', file, '--extends=recommended-strict', '--format=stylish'];
    // The skipped rules would reject routes of disabled features, which have no success response, and static
    // documents, which have no error response.
    const unasked = ['--skip-rule=operation-2xx-response', '--skip-rule=operation-4xx-response'];
    const { status, stdout, stderr, error } = spawnSync('node_modules/.bin/redocly', [...args, ...unasked], {
      encoding: 'utf8',
      env: { ...process.env, NO_COLOR: '1', REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    });
    return { good: status === 0, output: error?.message ?? `${stdout}${stderr}`.trim() };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
