// A parsed mail template (HTML, text and subject), with a cache.
import { type Form, parseTemplate, type Template, TemplateError } from '../template/template.ts';
import { builtinTemplate } from './builtin.ts';
import type { MailKindName } from './kinds.ts';

/** Source of a template. An empty subject means the setting's, an empty text is derived from the HTML. */
export interface TemplateSource {
  subject: string;
  html: string;
  text: string;
}

export interface MailTemplate {
  /** Null: use the subject from the settings. */
  subject: Template | null;
  html: Template;
  /** Null: derive the text from the HTML. */
  text: Template | null;
}

const FORMS: Readonly<Record<keyof TemplateSource, Form>> = { subject: 'line', html: 'html', text: 'text' };

/** Parses one part of a template. Throws a TemplateError. */
export const readPart = (part: keyof TemplateSource, source: string): Template => parseTemplate(source, FORMS[part]);

/** Parses a template. Throws a TemplateError. */
export function readTemplate(source: TemplateSource): MailTemplate {
  return {
    subject: source.subject === '' ? null : readNamed('subject', source.subject),
    html: readPart('html', source.html),
    text: source.text === '' ? null : readNamed('text', source.text),
  };
}

/** Line and column of an error refer to the HTML unless the error names another part. */
function readNamed(part: 'subject' | 'text', source: string): Template {
  try {
    return readPart(part, source);
  } catch (error) {
    if (error instanceof TemplateError) error.message = `the ${part}, ${error.message}`;
    throw error;
  }
}

const read = new Map<MailKindName, MailTemplate>();

/** Returns the parsed built-in template of a kind. */
export function builtIn(name: MailKindName): MailTemplate {
  let template = read.get(name);
  if (!template) {
    template = readTemplate({ subject: '', ...builtinTemplate(name) });
    read.set(name, template);
  }
  return template;
}
