// Renders gateway/openapi/generated/refusals.ts, so that the server need not parse the SQL files.
import { refusalTable } from './refusals.ts';

export const REFUSALS_FILE = new URL('../gateway/openapi/generated/refusals.ts', import.meta.url);

const HEAD = `// Error codes by status of every operation; those that a redirect reports are under 303.
// Generated from sql/ and gateway/routes/table.ts by tools/write_errors_doc.ts. A test checks that it is up to date.
import type { ErrorCode, OAuthErrorCode } from '../error_codes.ts';

export const REFUSALS: Readonly<Record<string, Readonly<Record<string, readonly (ErrorCode | OAuthErrorCode)[]>>>> = {
`;

export function renderRefusalsFile(): string {
  const operations = Object.entries(refusalTable()).map(([name, statuses]) => {
    const lines = Object.entries(statuses).map(([status, codes]) => {
      return `    ${status}: [${codes.map((code) => `'${code}'`).join(', ')}],\n`;
    });
    return `  '${name}': {\n${lines.join('')}  },\n`;
  });
  return `${HEAD}${operations.join('')}};\n`;
}
