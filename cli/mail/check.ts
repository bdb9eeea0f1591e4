// postern template check: finds syntax errors in template files, and also unknown names in the effective templates.

import { findUnknownNames, noValueMessage } from '../../core/mail/check.ts';
import type { MailKindName } from '../../core/mail/kinds.ts';
import { parseMailTemplate, type TemplateSource } from '../../core/mail/mail_template.ts';
import { readTemplateSource, resolveTemplateUrl } from '../../core/mail/template_source.ts';
import { maskUrl } from '../../core/masked_url.ts';
import type { Settings } from '../../core/settings/table.ts';
import { parseTemplate } from '../../core/template/template.ts';
import { fetchStoredTemplates, KINDS, readFile } from './sources.ts';

export interface TemplateError {
  where: string;
  what: string;
  /** True if the template is usable despite this finding. */
  warning: boolean;
}

const sentence = (error: unknown): string => (error instanceof Error ? error.message : 'cannot be read');

/** Checks the syntax of template files. */
export function checkTemplateFiles(files: readonly string[]): TemplateError[] {
  return files.flatMap((file) => {
    try {
      parseTemplate(readFile(file), file.endsWith('.txt') ? 'text' : 'html');
      return [];
    } catch (error) {
      return [{ where: file, what: sentence(error), warning: false }];
    }
  });
}

/**
 * Checks all templates from settings and the database. The subjects in settings were checked when the settings were
 * read.
 */
export async function checkEffectiveTemplates(settings: Settings): Promise<TemplateError[]> {
  const faults: TemplateError[] = [];
  const check = (kind: MailKindName, where: string, source: TemplateSource): void => {
    try {
      const names = findUnknownNames(parseMailTemplate(source), kind);
      faults.push(...names.map((name) => ({ where, what: noValueMessage(kind, name), warning: true })));
    } catch (error) {
      faults.push({ where, what: sentence(error), warning: false });
    }
  };
  for (const kind of KINDS) {
    const setting = settings[`mailer_templates_${kind}`];
    if (setting === '') continue;
    const place = resolveTemplateUrl(setting, settings.site_url);
    const where = maskUrl(place);
    try {
      check(kind, where, {
        subject: '',
        html: await readTemplateSource(place, settings.mailer_template_max_size),
        text: '',
      });
    } catch (error) {
      faults.push({ where, what: sentence(error), warning: false });
    }
  }
  for (const { kind, locale, ...source } of await fetchStoredTemplates(settings)) {
    check(kind, locale === '' ? kind : `${kind} (${locale})`, source);
  }
  return faults;
}
