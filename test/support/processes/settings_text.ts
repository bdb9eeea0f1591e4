// Parses a block of settings in a document as the server does at start.
import { readEnvironment, readSettings } from '../../../core/settings/reading.ts';
import { stackSettings } from './stack_parts.ts';

/** Returns the environment variables in a block of settings. */
export function parseVariables(text: string): Record<string, string> {
  const lines = text.trim().split('\n');
  return Object.fromEntries(
    lines.map((line) => {
      const [, name, value] = /^([A-Z_0-9]+)=(.*)$/.exec(line) ?? [];
      if (name === undefined) throw new Error(`${line} sets nothing`);
      return [name, value ?? ''];
    }),
  );
}

/** Returns the warnings that a server logs at start with these settings. */
export function warningsForSettings(text: string): string[] {
  const { SVC_SMTP_HOST: host = '', SVC_SMTP_PORT: port = '', ...rest } = stackSettings(25);
  const variables = parseVariables(text);
  const server = 'SVC_SMTP_URLS' in variables ? {} : { SVC_SMTP_HOST: host, SVC_SMTP_PORT: port };
  const env = { ...rest, ...server, DATABASE_URL: 'postgres://a@b/c', ...variables };
  return readSettings(readEnvironment({ env, file: null })).warnings;
}
