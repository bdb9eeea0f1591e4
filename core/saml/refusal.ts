// Why a SAML response is refused. The word reaches the app; the detail is for the log and never contains XML.

/** The rules of the profile, in the order in which they are checked (docs/sso.md lists what each requires). */
export const SAML_WORDS = [
  'too_large',
  'malformed',
  'ids',
  'shape',
  'unsigned',
  'algorithm',
  'signature',
  'signed_content',
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

export type SamlWord = (typeof SAML_WORDS)[number];

/** A response or metadata document that the profile does not allow. `code` is the rule, `message` the detail. */
export class SamlRefusedError extends Error {
  readonly code: SamlWord;
  constructor(code: SamlWord, detail: string, cause?: unknown) {
    super(detail, { cause });
    this.name = 'SamlRefusedError';
    this.code = code;
  }
}
