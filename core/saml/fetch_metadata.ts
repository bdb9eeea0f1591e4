// Fetches the metadata of an identity provider: over HTTPS, from allowed addresses only, without redirects, with
// limits on time and size.
import { BodyTooLongError, readLimitedBytes } from '../limited_read.ts';
import { sendOutgoingRequest } from '../outgoing.ts';
import { ForbiddenAddressError, type NetworkRestriction } from '../reach.ts';
import { type IdpMetadata, MetadataError, readMetadata } from './metadata.ts';
import { decodeXml } from './xml.ts';

export const METADATA_DEADLINE_MS = 10_000;

/**
 * Thrown if metadata cannot be fetched. `status` is that of the response, if there was one. The message is for the
 * log.
 */
export class MetadataFetchError extends Error {
  readonly code = 'metadata_fetch';
  readonly status: number | null;
  constructor(message: string, status: number | null, cause?: unknown) {
    super(message, { cause });
    this.name = 'MetadataFetchError';
    this.status = status;
  }
}

export interface FetchOptions {
  readonly reach: NetworkRestriction;
  /** Maximum size in bytes. */
  readonly limit: number;
  readonly signal: AbortSignal;
}

/** Metadata in the form that SQL stores. */
export interface StoredMetadata extends IdpMetadata {
  readonly xml: string;
}

/** Parses metadata for storage. Throws a MetadataError if it is invalid. */
export function toStoredMetadata(bytes: Uint8Array, o: { limit: number; entityId?: string }): StoredMetadata {
  const metadata = readMetadata(bytes, o);
  return { ...metadata, xml: decodeXml(bytes, { bytes: o.limit, elements: 0, depth: 0 }) };
}

/** Fetches metadata. Throws MetadataFetchError, or MetadataError if the metadata is too large. */
export async function fetchMetadata(url: string, { reach, limit, signal }: FetchOptions): Promise<Buffer> {
  let answer: Response;
  try {
    if (new URL(url).protocol !== 'https:') throw new ForbiddenAddressError('is no HTTPS address');
    const headers = { Accept: 'application/xml;charset=UTF-8', 'User-Agent': 'Postern' };
    answer = await sendOutgoingRequest(url, { headers, redirect: 'manual', reach, signal });
  } catch (error) {
    throw new MetadataFetchError(describeFetchError(error, signal), null, error);
  }
  if (answer.status !== 200) {
    await answer.body?.cancel();
    throw new MetadataFetchError(`the server answered ${answer.status}`, answer.status);
  }
  try {
    return await readLimitedBytes(answer, limit);
  } catch (error) {
    if (error instanceof BodyTooLongError) throw new MetadataError('unusable', `more than ${limit} bytes`, error);
    throw new MetadataFetchError(describeFetchError(error, signal), null, error);
  }
}

function describeFetchError(error: unknown, signal: AbortSignal): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof ForbiddenAddressError) return `its address ${cause.message}`;
  return signal.aborted ? 'it did not answer in time' : 'it cannot be reached';
}
