// Steps of mail templates. A template with syntax errors is not stored.
import { findSyntaxProblems } from '../../core/mail/check.ts';
import { MAIL_KINDS, type MailKindName } from '../../core/mail/kinds.ts';
import { parseResult } from '../database/call.ts';
import { refuse } from '../http/errors.ts';
import { jsonResponse } from '../pipeline/reply.ts';
import { type HasResponse, type RequestContext, type Step, step } from '../pipeline/step.ts';
import type { HasResult } from './sql.ts';

interface HasTemplate {
  readonly body: { readonly subject: string | null; readonly html: string | null; readonly text: string | null };
}

interface HasTemplateArguments {
  readonly template: { readonly locale: string };
}

/** Checks the parts of a template. The locale `default` is for languages that have no template of their own. */
export const checkTemplate: Step<HasTemplate, HasTemplateArguments> = step(
  'checkTemplate',
  { refuses: ['validation_failed'] },
  () =>
    ({ body, path }: RequestContext & HasTemplate) => {
      if (!body.html?.trim()) throw refuse('validation_failed', 'The template has no HTML');
      const [problem] = problemsOf(body);
      if (problem !== undefined) throw refuse('validation_failed', problem);
      return { template: { locale: localeOf(path.locale) } };
    },
);

export const readLocale: Step<unknown, HasTemplateArguments> = step(
  'readLocale',
  {},
  () =>
    ({ path }: RequestContext) => ({
      template: { locale: localeOf(path.locale) },
    }),
);

const KINDS = Object.keys(MAIL_KINDS) as MailKindName[];

const localeOf = (locale = ''): string => (locale === 'default' ? '' : locale);

type TemplateParts = Readonly<Record<'subject' | 'html' | 'text', string | null>>;

/** Returns an error message for each invalid part of a template; an empty list if the template is valid. */
const problemsOf = (parts: TemplateParts): string[] =>
  findSyntaxProblems(parts).map(
    ({ part, line, column, what }) => `The ${part} has an error in line ${line}, column ${column}, ${what}`,
  );

type StoredTemplate = TemplateParts & { readonly kind: string; readonly locale: string; readonly place?: unknown };

/**
 * Responds with the stored templates and their problems. For each kind of mail, also returns the subject of the
 * settings and the source of the template without a locale: setting, table or built-in.
 */
export const respondWithTemplates: Step<HasResult, HasResponse> = step(
  'respondWithTemplates',
  { reply: 'json' },
  ({ settings }) =>
    ({ answer }) => {
      const { templates } = parseResult(answer) as { templates: StoredTemplate[] };
      const inTable = new Set(templates.filter(({ locale }) => locale === '').map(({ kind }) => kind));
      const kinds = KINDS.map((kind) => {
        const setting = settings[`mailer_templates_${kind}`];
        const subject = settings[`mailer_subjects_${kind}`];
        return { kind, source: setting ? 'setting' : inTable.has(kind) ? 'table' : 'built-in', subject };
      });
      const shown = templates.map(({ place: _, ...template }) => ({ ...template, problems: problemsOf(template) }));
      return { response: jsonResponse({ templates: shown, kinds }, { secret: true }) };
    },
);
