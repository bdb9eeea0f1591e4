// A parsed mail template (HTML, text and subject), with a cache.
import { type Form, parseTemplate, type Template, TemplateError } from '../../core/template/template.ts';
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

/** Parses a template. Throws a TemplateError. */
export function readTemplate(source: TemplateSource): MailTemplate {
  return {
    subject: source.subject === '' ? null : readPart('the subject', source.subject, 'line'),
    html: parseTemplate(source.html, 'html'),
    text: source.text === '' ? null : readPart('the text', source.text, 'text'),
  };
}

/** Parses one part. Line and column refer to the HTML unless the error names another part. */
function readPart(part: string, source: string, form: Form): Template {
  try {
    return parseTemplate(source, form);
  } catch (error) {
    if (error instanceof TemplateError) error.message = `${part}, ${error.message}`;
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
