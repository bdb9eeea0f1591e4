// Finds the template of a mail: files from the command line, otherwise the effective template in the worker's order.
import { readFileSync } from 'node:fs';
import { builtinTemplate } from '../../core/mail/builtin.ts';
import { MAIL_KINDS, type MailKindName } from '../../core/mail/kinds.ts';
import { type MailTemplate, parseMailTemplate, type TemplateSource } from '../../core/mail/mail_template.ts';
import { useTemplate } from '../../core/mail/precedence.ts';
import { decodeTemplate, readTemplateSource, resolveTemplateUrl } from '../../core/mail/template_source.ts';
import { maskUrl } from '../../core/masked_url.ts';
import type { Settings } from '../../core/settings/table.ts';
import { CommandError } from '../../core/terminal/errors.ts';
import { CONTEXT, withAdmin } from '../admin/admin_functions.ts';

export const KINDS = Object.keys(MAIL_KINDS) as MailKindName[];

export interface StoredTemplate extends TemplateSource {
  kind: MailKindName;
  locale: string;
  updated_at: string;
  /** Rank for the requested language, lowest first. Null if the template does not apply. */
  place: number | null;
}

/** Returns the templates in the database with their ranks for a language. */
export function fetchStoredTemplates(settings: Settings, locale = ''): Promise<StoredTemplate[]> {
  return withAdmin(settings, async (admin) => {
    const answer = await admin.call('list_templates', { ...CONTEXT, locale });
    return (answer as unknown as { templates: StoredTemplate[] }).templates;
  });
}

export interface TemplateFiles {
  html?: string;
  text?: string;
  subject?: string;
}

export function readTemplateFiles(files: TemplateFiles & { html: string }): TemplateSource {
  return { subject: files.subject ?? '', html: readFile(files.html), text: files.text ? readFile(files.text) : '' };
}

export interface EffectiveTemplate {
  source: TemplateSource;
  /** `built-in`, `table`, or the masked URL of the setting. */
  from: string;
  locale: string;
}

/** Returns the effective template for a kind of mail and a language. */
export function findEffectiveTemplate(
  settings: Settings,
  kind: MailKindName,
  locale: string,
): Promise<EffectiveTemplate> {
  return useTemplate<EffectiveTemplate, EffectiveTemplate>(
    {
      setting: () => findConfiguredTemplate(settings, kind),
      async table() {
        const stored = await fetchStoredTemplates(settings, locale);
        const [best] = stored
          .filter((template) => template.kind === kind && template.place !== null)
          .sort((a, b) => Number(a.place) - Number(b.place));
        return best ? { source: best, from: 'table', locale: best.locale } : null;
      },
      built_in: () => ({ source: { subject: '', ...builtinTemplate(kind) }, from: 'built-in', locale: '' }),
    },
    (template) => template,
    (error) => {
      throw error;
    },
  );
}

/** Returns the template of a setting (URL or file), or null if the setting is empty. */
async function findConfiguredTemplate(settings: Settings, kind: MailKindName): Promise<EffectiveTemplate | null> {
  const setting = settings[`mailer_templates_${kind}`];
  if (setting === '') return null;
  const place = resolveTemplateUrl(setting, settings.site_url);
  const html = await readTemplateSource(place, settings.mailer_template_max_size).catch((error: unknown) => {
    throw new CommandError(`${maskUrl(place)}: ${error instanceof Error ? error.message : 'cannot be read'}`, {
      code: 'template',
    });
  });
  return { source: { subject: '', html, text: '' }, from: maskUrl(place), locale: '' };
}

/** Parses a template. Throws a CommandError with the position of a syntax error. */
export function parseTemplateOrThrow(source: TemplateSource, where: string): MailTemplate {
  try {
    return parseMailTemplate(source);
  } catch (error) {
    throw new CommandError(`${where}: ${error instanceof Error ? error.message : 'cannot be read'}`, {
      code: 'template',
    });
  }
}

export function readFile(path: string): string {
  try {
    return decodeTemplate(readFileSync(path));
  } catch (error) {
    throw new CommandError(`${path} cannot be read: ${error instanceof Error ? error.message : ''}`, { code: 'file' });
  }
}
