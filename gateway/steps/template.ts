// Mail templates. A template that cannot be parsed is not stored.
import type { Settings } from '../../core/settings/table.ts';
import { parseTemplate } from '../../core/template/template.ts';
import { readAnswer } from '../database/call.ts';
import { refuse } from '../http/errors.ts';
import { jsonResponse } from '../pipeline/reply.ts';
import { type Arrived, type Responded, type Step, step } from '../pipeline/step.ts';
import type { Answered } from './sql.ts';

interface HasTemplate {
  readonly body: { readonly subject: string | null; readonly html: string | null; readonly text: string | null };
}

interface Read {
  readonly template: { readonly locale: string };
}

/** Checks the parts of a template. The locale `default` is the template of all languages without one of their own. */
export const checkTemplate: Step<HasTemplate, Read> = step(
  'checkTemplate',
  { refuses: ['validation_failed'] },
  () =>
    ({ body, path }: Arrived & HasTemplate) => {
      if (!body.html?.trim()) throw refuse('validation_failed', 'The template has no HTML');
      const [problem] = problemsOf(body);
      if (problem !== undefined) throw refuse('validation_failed', problem);
      return { template: { locale: localeOf(path.locale) } };
    },
);

export const readLocale: Step<unknown, Read> = step('readLocale', {}, () => ({ path }: Arrived) => ({
  template: { locale: localeOf(path.locale) },
}));

const localeOf = (locale = ''): string => (locale === 'default' ? '' : locale);

type Parts = Readonly<Record<'subject' | 'html' | 'text', string | null>>;

/** Returns what keeps the parts of a template from being used. */
function problemsOf(parts: Parts): string[] {
  return (['subject', 'html', 'text'] as const).flatMap((part) => {
    try {
      parseTemplate(parts[part] ?? '', part === 'html' ? 'html' : 'text');
      return [];
    } catch (error) {
      const why = error instanceof Error ? error.message : 'cannot be parsed';
      return [`The ${part} has an error in ${why.replaceAll(': ', ', ')}`];
    }
  });
}

type Stored = Parts & { readonly kind: string; readonly locale: string; readonly place?: unknown };

/** Answers the templates of the table with their problems, and for each kind where its mails come from by default. */
export const replyTemplates: Step<Answered, Responded> = step(
  'replyTemplates',
  { reply: 'json' },
  ({ settings }) =>
    ({ answer }) => {
      const { templates } = readAnswer(answer) as { templates: Stored[] };
      const inTable = new Set(templates.filter(({ locale }) => locale === '').map(({ kind }) => kind));
      const kinds = kindsOf(settings).map((kind) => {
        const [setting, subject] = [`mailer_templates_${kind}`, `mailer_subjects_${kind}`].map((key) =>
          String(settings[key as keyof Settings] ?? ''),
        );
        return { kind, source: setting ? 'setting' : inTable.has(kind) ? 'table' : 'built-in', subject };
      });
      const shown = templates.map(({ place: _, ...template }) => ({ ...template, problems: problemsOf(template) }));
      return { response: jsonResponse({ templates: shown, kinds }, { secret: true }) };
    },
);

const kindsOf = (settings: Settings): string[] =>
  Object.keys(settings).flatMap((key) =>
    key.startsWith('mailer_templates_') ? [key.slice('mailer_templates_'.length)] : [],
  );
