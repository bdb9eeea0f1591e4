// Parses mail templates (HTML, text and subject) and caches the built-in ones.
import { type OutputForm, parseTemplate, type Template, TemplateError } from '../template/template.ts';
import { builtinTemplate } from './builtin.ts';
import type { MailKindName } from './kinds.ts';

/**
 * Source of a template. If the subject is empty, that of the settings is used; if the text is empty, it is derived
 * from the HTML.
 */
export interface TemplateSource {
  subject: string;
  html: string;
  text: string;
}

export interface MailTemplate {
  /** Null to use the subject of the settings. */
  subject: Template | null;
  html: Template;
  /** Null to derive the text from the HTML. */
  text: Template | null;
}

const FORMS: Readonly<Record<keyof TemplateSource, OutputForm>> = { subject: 'line', html: 'html', text: 'text' };

/** Parses one part of a template. Throws a TemplateError if it is invalid. */
export const parseTemplatePart = (part: keyof TemplateSource, source: string): Template =>
  parseTemplate(source, FORMS[part]);

/** Parses a template. Throws a TemplateError if a part is invalid. */
export function parseMailTemplate(source: TemplateSource): MailTemplate {
  return {
    subject: source.subject === '' ? null : parseNamedPart('subject', source.subject),
    html: parseTemplatePart('html', source.html),
    text: source.text === '' ? null : parseNamedPart('text', source.text),
  };
}

/** Parses subject or text. An error names the part, because positions otherwise refer to the HTML. */
function parseNamedPart(part: 'subject' | 'text', source: string): Template {
  try {
    return parseTemplatePart(part, source);
  } catch (error) {
    if (error instanceof TemplateError) error.message = `the ${part}, ${error.message}`;
    throw error;
  }
}

const read = new Map<MailKindName, MailTemplate>();

/** Returns the parsed built-in template of a mail kind. */
export function parsedBuiltInTemplate(name: MailKindName): MailTemplate {
  let template = read.get(name);
  if (!template) {
    template = parseMailTemplate({ subject: '', ...builtinTemplate(name) });
    read.set(name, template);
  }
  return template;
}
