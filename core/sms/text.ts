// SMS_TEMPLATE: {{ .Code }} and nothing else; `{{- ` and ` -}}` drop the blanks beside them.

const ACTION = /\{\{(?<before>- )?\s*\.Code\s*(?<after> -)?\}\}/g;

/** What makes the text of an SMS; throws a sentence for a template that cannot be read. */
export function parseSmsTemplate(template: string): (code: string) => string {
  const rest = template.replace(ACTION, '');
  if (rest.includes('{{')) throw new Error('only {{ .Code }} can be filled in');
  const trimmed = template.replace(/\s+(?=\{\{- \s*\.Code)/g, '').replace(/(?<=\.Code\s* -\}\})\s+/g, '');
  return (code) => trimmed.replace(ACTION, () => code);
}

/** Whether the code is anywhere in the text. */
export function namesCode(template: string): boolean {
  return template.search(ACTION) >= 0;
}
