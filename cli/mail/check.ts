// postern template check: what of the templates is not understood, and which names print nothing.

import { maskedUrl } from '../../core/masked_url.ts';
import type { Settings } from '../../core/settings/table.ts';
import { parseTemplate } from '../../core/template/template.ts';
import type { MailKindName } from '../../worker/mail/kinds.ts';
import { readTemplate, type TemplateSource } from '../../worker/mail/mail_template.ts';
import { placeOf, readSource } from '../../worker/mail/template_files.ts';
import { KINDS, readFile, storedTemplates, unknownNames } from './sources.ts';

export interface Fault {
  where: string;
  what: string;
  /** It can be used as it is. */
  warning: boolean;
}

const sentence = (error: unknown): string => (error instanceof Error ? error.message : 'cannot be read');

/** Files as they are on the way to being a template. */
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

/** Every template that settings and the table have; subjects of the settings were read when the settings were. */
export async function checkInForce(settings: Settings): Promise<Fault[]> {
  const faults: Fault[] = [];
  const check = (kind: MailKindName, where: string, source: TemplateSource): void => {
    try {
      const names = unknownNames(readTemplate(source), kind);
      faults.push(
        ...names.map((name) => ({ where, what: `no ${kind} mail has .${name}: it prints nothing`, warning: true })),
      );
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
