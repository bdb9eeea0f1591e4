// Domains of organizations: their form, and the TXT records that verify them.
import { Resolver } from 'node:dns/promises';
import { domainToASCII } from 'node:url';
import { errorType } from '../telemetry.ts';

/** Returns a domain in ASCII (Punycode). Returns invalid input unchanged; SQL then finds no such domain. */
export const toAsciiDomain = (domain: string): string => domainToASCII(domain.trim().replace(/\.$/, '')) || domain;

/** Thrown if DNS does not answer, so that it is unknown whether the record exists. */
export class DomainRecordsError extends Error {
  readonly code: string;
  constructor(cause: unknown) {
    super('DNS does not answer', { cause });
    this.name = 'DomainRecordsError';
    this.code = errorType(cause);
  }
}

const TIMEOUT_MS = 3_000;
/** DNS errors which mean that the name or record does not exist. */
const ABSENT = new Set(['ENOTFOUND', 'ENODATA']);

/**
 * Returns the TXT records of a name, each joined from its parts; an empty list if there are none. Throws
 * DomainRecordsError if DNS does not answer.
 */
export async function lookUpTxtRecords(name: string, { servers }: { servers: readonly string[] }): Promise<string[]> {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 1 });
  if (servers.length > 0) resolver.setServers([...servers]);
  try {
    return (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
  } catch (error) {
    if (ABSENT.has(errorType(error))) return [];
    throw new DomainRecordsError(error);
  }
}
