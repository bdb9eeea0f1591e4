// Reads a mail template from the URL or file that a setting names.
import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BodyTooLongError, readLimitedBytes } from '../limited_read.ts';
import { sendOutgoingRequest } from '../outgoing.ts';

/** Timeout in milliseconds. FETCH_MS plus OVERALL_MS of send.ts is less than the default of SVC_MESSAGE_LEASE. */
const FETCH_MS = 8_000;
const MOST_REDIRECTS = 5;

/** Resolves the setting: a URL or file is used unchanged, anything else is relative to SITE_URL. */
export function resolveTemplateUrl(setting: string, site_url: string): string {
  return /^(https?|file):/i.test(setting) ? setting : `${site_url}${setting}`;
}

/** Reads the text of a URL or file. Rejects if it cannot be read, is too large, or is not UTF-8 text. */
export async function readTemplateSource(place: string, most: number): Promise<string> {
  return /^file:/i.test(place) ? readLocalFile(templateFilePath(place), most) : fetchText(place, most);
}

/** Returns the path of a file URL. file:///etc/x.html is absolute, file:x.html is relative to the working directory. */
function templateFilePath(place: string): string {
  return /^file:\/\//i.test(place) ? fileURLToPath(place) : resolve(place.slice('file:'.length));
}

async function readLocalFile(path: string, most: number): Promise<string> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    if (size > most) throw new Error(tooLongMessage(most));
    return decodeTemplate(await file.readFile());
  } finally {
    await file.close();
  }
}

async function fetchText(url: string, most: number): Promise<string> {
  const response = await fetchWithinOrigin(url, AbortSignal.timeout(FETCH_MS));
  try {
    if (response.status !== 200) throw new Error(`the server answers ${response.status}`);
    return decodeTemplate(await readLimitedBytes(response, most));
  } catch (error) {
    throw error instanceof BodyTooLongError ? new Error(tooLongMessage(most)) : error;
  } finally {
    await response.body?.cancel().catch(() => undefined);
  }
}

/**
 * Fetches a URL. Follows redirects within the same origin only, because the operator trusts only that server with the
 * content of mails.
 */
async function fetchWithinOrigin(url: string, signal: AbortSignal): Promise<Response> {
  let place = new URL(url);
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
    const response = await sendOutgoingRequest(place, { redirect: 'manual', signal });
    const location = response.headers.get('location');
    if (location === null || response.status < 300 || response.status > 399) return response;
    await response.body?.cancel().catch(() => undefined);
    if (!URL.canParse(location, place.href)) throw new Error('the server redirects to no URL');
    const next = new URL(location, place);
    // Compare protocol and host, because `origin` of a blob: URL is that of the inner URL.
    if (next.protocol !== place.protocol || next.host !== place.host)
      throw new Error(`the server redirects to another origin, ${next.protocol}//${next.host}`);
    place = next;
  }
  throw new Error(`the server redirects more than ${MOST_REDIRECTS} times`);
}

/** Decodes a template. Throws if the bytes are not valid UTF-8 or contain NUL. */
export function decodeTemplate(bytes: Uint8Array): string {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  if (text.includes('\0')) throw new Error('it is no text: it holds a character 0');
  return text;
}

function tooLongMessage(most: number): string {
  return `it is longer than SVC_MAILER_TEMPLATE_MAX_SIZE, ${most} bytes`;
}
