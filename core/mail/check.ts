// Checks mail templates for syntax errors and for names without a value.
import { TemplateError } from '../template/template.ts';
import { COMMON_VARIABLES, MAIL_KINDS, type MailKindName } from './kinds.ts';
import { type MailTemplate, parseTemplatePart, type TemplateSource } from './mail_template.ts';

export const TEMPLATE_PARTS = ['subject', 'html', 'text'] as const;

export interface TemplateProblem {
  part: (typeof TEMPLATE_PARTS)[number];
  /** Null if the fault has no position. */
  line: number | null;
  column: number | null;
  what: string;
  /** True if the template is usable despite the fault. */
  warning: boolean;
}

/** Returns the syntax errors of a template, at most one per part. */
export function findSyntaxProblems(
  source: Readonly<Record<(typeof TEMPLATE_PARTS)[number], string | null>>,
): TemplateProblem[] {
  return TEMPLATE_PARTS.flatMap((part): TemplateProblem[] => {
    try {
      parseTemplatePart(part, source[part] ?? '');
      return [];
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      const { line, column, what } = error;
      return [{ part, line, column, what, warning: false }];
    }
  });
}

/** Returns the syntax errors of a template, and the names that this mail kind does not have. */
export function findTemplateProblems(source: TemplateSource, kind: MailKindName): TemplateProblem[] {
  const errors = findSyntaxProblems(source);
  const broken = new Set(errors.map(({ part }) => part));
  const names = TEMPLATE_PARTS.filter((part) => !broken.has(part)).flatMap((part) =>
    namesWithoutValue(parseTemplatePart(part, source[part]).names, kind).map(
      (name): TemplateProblem => ({ part, line: null, column: null, what: noValueMessage(kind, name), warning: true }),
    ),
  );
  return [...errors, ...names];
}

/** Returns the names in a template that this mail kind does not have. Such names print nothing. */
export function findUnknownNames(template: MailTemplate, kind: MailKindName): string[] {
  const used = [template.subject, template.html, template.text].flatMap((part) => [...(part?.names ?? [])]);
  return namesWithoutValue(new Set(used), kind);
}

export const noValueMessage = (kind: MailKindName, name: string): string =>
  `${kind} mails have no .${name}; it prints nothing`;

/** Returns the names that templates of this mail kind can print. */
export const namesOfKind = (kind: MailKindName): string[] => [...COMMON_VARIABLES, ...MAIL_KINDS[kind].details];

function namesWithoutValue(used: Iterable<string>, kind: MailKindName): string[] {
  const known = new Set(namesOfKind(kind));
  return [...used].filter((name) => !known.has(name));
}
