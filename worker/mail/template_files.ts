// Loads and caches the templates that settings name by URL or file. A cached template stays in use while its source
// cannot be read.
import { errorLogFields, type Logger } from '../../core/log.ts';
import { MAIL_KINDS, type MailKindName } from '../../core/mail/kinds.ts';
import { type MailTemplate, parseMailTemplate } from '../../core/mail/mail_template.ts';
import { readTemplateSource, resolveTemplateUrl } from '../../core/mail/template_source.ts';
import { maskUrl } from '../../core/masked_url.ts';
import type { Settings } from '../../core/settings/table.ts';

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
  /**
   * Returns the template that the settings name for a kind; null if they name none, or if no valid one has been read
   * yet.
   */
  get(kind: MailKindName): Promise<MailTemplate | null>;
  /** Reads all templates, so that an invalid one is logged at start and not with the first mail. */
  warm(): Promise<void>;
  close(): void;
}

interface CachedTemplate {
  place: string;
  template: MailTemplate | null;
  /** Time of the next read, in milliseconds since 1970. */
  due: number;
  used: number;
  reading: Promise<void> | null;
  timer: NodeJS.Timeout | null;
}

export function createTemplateFiles(settings: TemplateFileSettings, log: Logger, now = Date.now): TemplateFiles {
  const max_age = settings.mailer_template_max_age * 1000;
  const retry = settings.mailer_template_retry_interval * 1000;
  const max_idle = settings.mailer_template_reloading_max_idle * 1000;
  const kept = new Map<MailKindName, CachedTemplate>();
  let closed = false;
  for (const kind of Object.keys(MAIL_KINDS) as MailKindName[]) {
    const place = settings[`mailer_templates_${kind}`];
    if (place !== '') {
      kept.set(kind, {
        place: resolveTemplateUrl(place, settings.site_url),
        template: null,
        due: 0,
        used: 0,
        reading: null,
        timer: null,
      });
    }
  }

  /** Reads a template unless a read is already running. After an error, the previous version stays in use. */
  const read = (kind: MailKindName, entry: CachedTemplate): Promise<void> => {
    entry.reading ??= readTemplateSource(entry.place, settings.mailer_template_max_size)
      .then((html) => {
        entry.template = parseMailTemplate({ subject: '', html, text: '' });
        entry.due = now() + max_age;
      })
      .catch((error: unknown) => {
        entry.due = now() + Math.min(retry, max_age);
        const instead = entry.template ? 'the one read before' : 'another';
        log.error(
          { kind, place: maskUrl(entry.place), error: errorLogFields(error) },
          `a mail template cannot be used; ${instead} is`,
        );
      })
      .finally(() => {
        entry.reading = null;
        if (settings.mailer_template_reloading_enabled) again(kind, entry);
      });
    return entry.reading;
  };

  const again = (kind: MailKindName, entry: CachedTemplate): void => {
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
