// Parses SMS_TEMPLATE and MFA_PHONE_TEMPLATE. The only variable is {{ .Code }}. `{{- ` and ` -}}` trim adjacent
// blanks.

const ACTION = /\{\{(?<before>- )?\s*\.Code\s*(?<after> -)?\}\}/g;

/** Returns the function that renders an SMS for a code. Throws an error for an invalid template. */
export function parseSmsTemplate(template: string): (code: string) => string {
  const rest = template.replace(ACTION, '');
  if (rest.includes('{{')) throw new Error('only {{ .Code }} can be filled in');
  const trimmed = template.replace(/\s+(?=\{\{- \s*\.Code)/g, '').replace(/(?<=\.Code\s* -\}\})\s+/g, '');
  return (code) => trimmed.replace(ACTION, () => code);
}

/** Returns true if the template contains {{ .Code }}. */
export function containsCodeVariable(template: string): boolean {
  return template.search(ACTION) >= 0;
}
