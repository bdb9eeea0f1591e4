// Reads the mail templates that settings name by URL or file, for previews. A request cannot choose the source.
import type { MailKindName } from '../../core/mail/kinds.ts';
import { readTemplateSource, resolveTemplateUrl } from '../../core/mail/template_source.ts';
import { maskUrl } from '../../core/masked_url.ts';
import type { Settings } from '../../core/settings/table.ts';

export interface ConfiguredTemplate {
  /** URL without credentials, or file. */
  from: string;
  html: string;
}

/** Thrown if a template cannot be read. The message gives the reason. */
export class TemplateUnreadableError extends Error {
  readonly code = 'template_unread';
  override readonly name = 'TemplateUnreadableError';
  readonly from: string;
  constructor(from: string, cause: unknown) {
    super(cause instanceof Error ? cause.message : 'cannot be read', { cause });
    this.from = from;
  }
}

/** Returns the template that the settings name for a kind, or null. Rejects with a TemplateUnreadableError. */
export type ReadConfiguredTemplate = (kind: MailKindName) => Promise<ConfiguredTemplate | null>;

export function createConfiguredTemplateReader(settings: Settings, now = Date.now): ReadConfiguredTemplate {
  const kept_ms = settings.mailer_template_retry_interval * 1_000;
  const kept = new Map<MailKindName, { read: Promise<string>; until: number }>();
  return async (kind) => {
    const setting = settings[`mailer_templates_${kind}`];
    if (setting === '') return null;
    const place = resolveTemplateUrl(setting, settings.site_url);
    let entry = kept.get(kind);
    // Callers share one read, and its result for a while, so that previews cannot flood the server of the templates.
    if (entry === undefined || now() >= entry.until) {
      entry = { read: readTemplateSource(place, settings.mailer_template_max_size), until: now() + kept_ms };
      kept.set(kind, entry);
    }
    try {
      return { from: maskUrl(place), html: await entry.read };
    } catch (error) {
      throw new TemplateUnreadableError(maskUrl(place), error);
    }
  };
}
