// postern template check: finds syntax errors in templates, and names that print nothing.

import { printsNothing, unknownNames } from '../../core/mail/check.ts';
import type { MailKindName } from '../../core/mail/kinds.ts';
import { readTemplate, type TemplateSource } from '../../core/mail/mail_template.ts';
import { placeOf, readSource } from '../../core/mail/template_source.ts';
import { maskedUrl } from '../../core/masked_url.ts';
import type { Settings } from '../../core/settings/table.ts';
import { parseTemplate } from '../../core/template/template.ts';
import { KINDS, readFile, storedTemplates } from './sources.ts';

export interface Fault {
  where: string;
  what: string;
  /** True if the template is usable. */
  warning: boolean;
}

const sentence = (error: unknown): string => (error instanceof Error ? error.message : 'cannot be read');

/** Checks files that are not set as templates yet. */
export function checkFiles(files: readonly string[]): Fault[] {
  return files.flatMap((file) => {
    try {
      parseTemplate(readFile(file), file.endsWith('.txt') ? 'text' : 'html');
      return [];
    } catch (error) {
      return [{ where: file, what: sentence(error), warning: false }];
    }
  });
}

/** Checks all templates of settings and table. Reading the settings has already checked their subjects. */
export async function checkInForce(settings: Settings): Promise<Fault[]> {
  const faults: Fault[] = [];
  const check = (kind: MailKindName, where: string, source: TemplateSource): void => {
    try {
      const names = unknownNames(readTemplate(source), kind);
      faults.push(...names.map((name) => ({ where, what: printsNothing(kind, name), warning: true })));
    } catch (error) {
      faults.push({ where, what: sentence(error), warning: false });
    }
  };
  for (const kind of KINDS) {
    const setting = settings[`mailer_templates_${kind}`];
    if (setting === '') continue;
    const place = placeOf(setting, settings.site_url);
    const where = maskedUrl(place);
    try {
      check(kind, where, { subject: '', html: await readSource(place, settings.mailer_template_max_size), text: '' });
    } catch (error) {
      faults.push({ where, what: sentence(error), warning: false });
    }
  }
  for (const { kind, locale, ...source } of await storedTemplates(settings)) {
    check(kind, locale === '' ? kind : `${kind} (${locale})`, source);
  }
  return faults;
}
