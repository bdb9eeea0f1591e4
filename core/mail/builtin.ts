// Built-in mail templates as HTML and text: a heading, a paragraph, and a button and a code if the mail kind has them.
import { readFileSync } from 'node:fs';
import { MAIL_KINDS, type MailKind, type MailKindName } from './kinds.ts';

const part = (name: string): string => readFileSync(new URL(`./builtin/${name}.html`, import.meta.url), 'utf8');
const [LAYOUT, BUTTON, CODE] = [part('layout'), part('button'), part('code')];

/** Returns the source of the built-in template of a mail kind. */
export function builtinTemplate(name: MailKindName): { html: string; text: string } {
  const kind: MailKind = MAIL_KINDS[name];
  const lead = kind.path === null ? 'Type this code:' : 'Or type this code:';
  const button = kind.path === null ? '' : fillLayout(BUTTON, { button: kind.button });
  const code = kind.code ? fillLayout(CODE, { lead }) : '';
  const text = [kind.heading, kind.paragraph];
  if (kind.path !== null) text.push(`${kind.button}:\n{{ .ConfirmationURL }}`);
  if (kind.code) text.push(`${lead} {{ .Token }}`);
  return {
    html: fillLayout(LAYOUT, { heading: kind.heading, paragraph: kind.paragraph, button, code }),
    text: `${text.join('\n\n')}\n`,
  };
}

/** Replaces each [[name]] in the layout. */
function fillLayout(layout: string, words: Readonly<Record<string, string>>): string {
  return layout.replace(/\[\[(\w+)\]\]/g, (_, name: string) => words[name] ?? '');
}
