// Reasons for which a SAML response is rejected. The code is sent to the app. The detail is for the log and never
// contains XML.

/** Codes of the rules in docs/sso.md. An error has the code of the first violated rule that is found. */
export const SAML_RULE_CODES = [
  'too_large',
  'malformed',
  'ids',
  'shape',
  'unsigned',
  'algorithm',
  'signature',
  'decryption',
  'issuer',
  'status',
  'destination',
  'in_response_to',
  'subject_confirmation',
  'conditions',
  'audience',
  'issue_instant',
  'authn_statement',
  'replayed',
] as const;

export type SamlRuleCode = (typeof SAML_RULE_CODES)[number];

/** Thrown for a response or metadata that violates a rule. `code` is the code of the rule, `message` the detail. */
export class SamlRefusedError extends Error {
  readonly code: SamlRuleCode;
  constructor(code: SamlRuleCode, detail: string, cause?: unknown) {
    super(detail, { cause });
    this.name = 'SamlRefusedError';
    this.code = code;
  }
}
