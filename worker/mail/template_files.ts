// Templates that settings name by URL or file. Each is read when a mail needs it and cached. A cached template stays in
// use while its source cannot be read.
import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BodyTooLongError, limitedBytes } from '../../core/limited_read.ts';
import { errorFields, type Logger } from '../../core/log.ts';
import { maskedUrl } from '../../core/masked_url.ts';
import { outgoing } from '../../core/outgoing.ts';
import type { Settings } from '../../core/settings/table.ts';
import { MAIL_KINDS, type MailKindName } from './kinds.ts';
import { type MailTemplate, readTemplate } from './mail_template.ts';

export type TemplateFileSettings = Pick<
  Settings,
  | 'site_url'
  | 'mailer_template_max_size'
  | 'mailer_template_max_age'
  | 'mailer_template_retry_interval'
  | 'mailer_template_reloading_enabled'
  | 'mailer_template_reloading_max_idle'
  | Extract<keyof Settings, `mailer_templates_${string}`>
>;

export interface TemplateFiles {
  /** Returns the template that the settings name for a kind; null if there is none, or none that is valid. */
  get(kind: MailKindName): Promise<MailTemplate | null>;
  /** Reads all templates, so that an invalid one is logged at start and not with the first mail. */
  warm(): Promise<void>;
  close(): void;
}

/** Together with the time to send a mail, this stays below the lease of a message. */
const FETCH_MS = 8_000;
const MOST_REDIRECTS = 5;

interface Kept {
  place: string;
  template: MailTemplate | null;
  /** Time of the next read. */
  due: number;
  used: number;
  reading: Promise<void> | null;
  timer: NodeJS.Timeout | null;
}

export function createTemplateFiles(settings: TemplateFileSettings, log: Logger, now = Date.now): TemplateFiles {
  const max_age = settings.mailer_template_max_age * 1000;
  const retry = settings.mailer_template_retry_interval * 1000;
  const max_idle = settings.mailer_template_reloading_max_idle * 1000;
  const kept = new Map<MailKindName, Kept>();
  let closed = false;
  for (const kind of Object.keys(MAIL_KINDS) as MailKindName[]) {
    const place = settings[`mailer_templates_${kind}`];
    if (place !== '') {
      kept.set(kind, {
        place: placeOf(place, settings.site_url),
        template: null,
        due: 0,
        used: 0,
        reading: null,
        timer: null,
      });
    }
  }

  /** Reads a template, at most once at a time. After an error, also of syntax, the previous version stays in use. */
  const read = (kind: MailKindName, entry: Kept): Promise<void> => {
    entry.reading ??= readSource(entry.place, settings.mailer_template_max_size)
      .then((html) => {
        entry.template = readTemplate({ subject: '', html, text: '' });
        entry.due = now() + max_age;
      })
      .catch((error: unknown) => {
        entry.due = now() + Math.min(retry, max_age);
        const instead = entry.template ? 'the one read before' : 'another';
        log.error(
          { kind, place: maskedUrl(entry.place), error: errorFields(error) },
          `a mail template cannot be used; ${instead} is`,
        );
      })
      .finally(() => {
        entry.reading = null;
        if (settings.mailer_template_reloading_enabled) again(kind, entry);
      });
    return entry.reading;
  };

  const again = (kind: MailKindName, entry: Kept): void => {
    if (closed || entry.timer) return;
    entry.timer = setTimeout(
      () => {
        entry.timer = null;
        if (now() - entry.used <= max_idle) void read(kind, entry);
      },
      Math.max(entry.due - now(), 1),
    );
    entry.timer.unref();
  };

  return {
    async get(kind) {
      const entry = kept.get(kind);
      if (!entry) return null;
      entry.used = now();
      if (now() >= entry.due) await read(kind, entry);
      return entry.template;
    },
    async warm() {
      await Promise.all([...kept].map(([kind, entry]) => read(kind, entry)));
    },
    close() {
      closed = true;
      for (const { timer } of kept.values()) if (timer) clearTimeout(timer);
    },
  };
}

/** Resolves a setting: a URL or file path as it is, anything else relative to SITE_URL. */
export function placeOf(setting: string, site_url: string): string {
  return /^(https?|file):/i.test(setting) ? setting : `${site_url}${setting}`;
}

/** Reads the text at a URL or path. Rejects with the reason if it is missing or too large. */
export async function readSource(place: string, most: number): Promise<string> {
  return /^file:/i.test(place) ? readLocal(pathOf(place), most) : fetchText(place, most);
}

/** Returns the path of a file URL: file:///etc/x.html is absolute, file:x.html is relative to the working directory. */
function pathOf(place: string): string {
  return /^file:\/\//i.test(place) ? fileURLToPath(place) : resolve(place.slice('file:'.length));
}

async function readLocal(path: string, most: number): Promise<string> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    if (size > most) throw new Error(tooLong(most));
    return textOfBytes(await file.readFile());
  } finally {
    await file.close();
  }
}

async function fetchText(url: string, most: number): Promise<string> {
  const response = await fetchWithinOrigin(url, AbortSignal.timeout(FETCH_MS));
  try {
    if (response.status !== 200) throw new Error(`the server answers ${response.status}`);
    return textOfBytes(await limitedBytes(response, most));
  } catch (error) {
    throw error instanceof BodyTooLongError ? new Error(tooLong(most)) : error;
  } finally {
    await response.body?.cancel().catch(() => undefined);
  }
}

/**
 * Fetches a URL and follows redirects within its origin only. The operator trusts that server with the mails; a
 * redirect to another origin would let a stranger write them.
 */
async function fetchWithinOrigin(url: string, signal: AbortSignal): Promise<Response> {
  let place = new URL(url);
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
    const response = await outgoing(place, { redirect: 'manual', signal });
    const location = response.headers.get('location');
    if (location === null || response.status < 300 || response.status > 399) return response;
    await response.body?.cancel().catch(() => undefined);
    if (!URL.canParse(location, place.href)) throw new Error('the server redirects to no URL');
    const next = new URL(location, place);
    // Compares protocol and host, because `origin` of a blob: URL is that of the URL inside it.
    if (next.protocol !== place.protocol || next.host !== place.host)
      throw new Error(`the server redirects to another origin, ${next.protocol}//${next.host}`);
    place = next;
  }
  throw new Error(`the server redirects more than ${MOST_REDIRECTS} times`);
}

/** Decodes a template. Throws for bytes that are not valid UTF-8 text, which mails and tables cannot hold. */
export function textOfBytes(bytes: Uint8Array): string {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  if (text.includes('\0')) throw new Error('it is no text: it holds a character 0');
  return text;
}

function tooLong(most: number): string {
  return `it is longer than SVC_MAILER_TEMPLATE_MAX_SIZE, ${most} bytes`;
}
