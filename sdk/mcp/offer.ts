// A tool as the protocol presents it, and its handler.

import type { ToolResult } from './result.ts';
import type { Calling } from './run.ts';

export interface Offer {
  [member: string]: unknown;
  name: string;
  description: string;
  inputSchema: { [keyword: string]: unknown; type: 'object' };
  outputSchema: { [keyword: string]: unknown; type: 'object' };
  annotations: Record<string, unknown>;
}

export type Run<Given = unknown> = (args: Given, calling: Calling) => Promise<ToolResult>;

export interface ToolEntry {
  offer: () => Promise<Offer>;
  run: Run;
}
