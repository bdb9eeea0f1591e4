// A mail's template: its HTML, its text and its subject, read once and kept.
import { type Form, parseTemplate, type Template, TemplateFault } from '../../core/template/template.ts';
import { builtinTemplate } from './builtin.ts';
import type { MailKindName } from './kinds.ts';

/** As it is written; an empty subject is the setting's, an empty text is made of the HTML. */
export interface TemplateSource {
  subject: string;
  html: string;
  text: string;
}

export interface MailTemplate {
  /** Null: the subject of the settings. */
  subject: Template | null;
  html: Template;
  /** Null: made of the HTML. */
  text: Template | null;
}

/** Reads a template; throws a TemplateFault. */
export function readTemplate(source: TemplateSource): MailTemplate {
  return {
    subject: source.subject === '' ? null : readPart('the subject', source.subject, 'line'),
    html: parseTemplate(source.html, 'html'),
    text: source.text === '' ? null : readPart('the text', source.text, 'text'),
  };
}

/** Line and column are those of the HTML, unless they say of what else. */
function readPart(part: string, source: string, form: Form): Template {
  try {
    return parseTemplate(source, form);
  } catch (error) {
    if (error instanceof TemplateFault) error.message = `${part}, ${error.message}`;
    throw error;
  }
}

const read = new Map<MailKindName, MailTemplate>();

/** The built-in template of a kind. */
export function builtIn(name: MailKindName): MailTemplate {
  let template = read.get(name);
  if (!template) {
    template = readTemplate({ subject: '', ...builtinTemplate(name) });
    read.set(name, template);
  }
  return template;
}
