// Reads a SAML response by the strict profile of docs/sso.md. Checks the structure first, then the signatures, and then
// the conditions. Rejects every response that the profile does not allow.

import { BEARER_METHOD, FORMAT, NAMESPACES, SUCCESS_STATUS } from '../../core/saml/names.ts';
import { SamlRefusedError, type SamlRuleCode } from '../../core/saml/refusal.ts';
import {
  childElements,
  childNamed,
  childrenNamed,
  decodeXml,
  descendants,
  isElement,
  parseXml,
  readAttribute,
  readText,
  type XmlElement,
} from '../../core/saml/xml.ts';
import { decryptAssertion } from './decrypt.ts';
import { type SignatureRules, verifySignature } from './signature.ts';

export interface ResponseRules extends SignatureRules {
  readonly entityId: string;
  /** Entity ID of this server. */
  readonly audience: string;
  /** URL of this server's assertion consumer service. */
  readonly acs: string;
  /** ID of the server's request; null for a sign-in that the provider initiated. */
  readonly requestId: string | null;
  /** Private keys in PEM for encrypted assertions; empty if those are not allowed. */
  readonly decryptionKeys: readonly string[];
  /** Tolerated clock difference in seconds. */
  readonly skew: number;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** True if the assertion itself must be signed. */
  readonly signedAssertion?: boolean;
  /** Authentication contexts, one of which the provider must assert; null for any. */
  readonly authnContexts?: readonly string[] | null;
}

/** A response with valid structure whose signatures are not verified yet. */
export interface ParsedResponse {
  readonly xml: string;
  readonly root: XmlElement;
  /** Unverified issuer of the response. It is used to find the provider if the provider initiated the sign-in. */
  readonly issuer: string | null;
}

/** Content of a verified assertion. */
export interface Assertion {
  readonly id: string;
  readonly nameId: { readonly value: string; readonly format: string | null } | null;
  readonly sessionIndex: string | null;
  readonly attributes: readonly { readonly names: readonly string[]; readonly values: readonly string[] }[];
  /** Milliseconds since 1970; null if the provider does not limit the session. */
  readonly sessionNotOnOrAfter: number | null;
  /** Time in milliseconds since 1970 from which the assertion is certainly no longer accepted. */
  readonly expiresAt: number;
}

const ISSUED_WITHIN_S = 90;
const LONGEST_LIFE_S = 24 * 3600;
const MOST_VALUES = 200;
const LONGEST_VALUE = 4_000;
const LONGEST_SUBJECT = 255;

const LONGEST_FIELD = 350_000;

const unpadded = (text: string): string => text.replace(/={0,2}$/, '');

const refused = (code: SamlRuleCode, detail: string): SamlRefusedError => new SamlRefusedError(code, detail);

/** Decodes the form field SAMLResponse and checks its structure. Throws SamlRefusedError. */
export function parseResponse(field: string): ParsedResponse {
  const text = field.replace(/[\t\n\r ]/g, '');
  if (text.length > LONGEST_FIELD) throw refused('too_large', `more than ${LONGEST_FIELD} characters`);
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length === 0 || unpadded(bytes.toString('base64')) !== unpadded(text))
    throw refused('malformed', 'not base64');
  const xml = decodeXml(bytes);
  const root = parseXml(xml);
  checkShape(root, 'Response');
  const issuer = childNamed(root, NAMESPACES.assertion, 'Issuer') ?? issuerOfAssertion(root);
  return { xml, root, issuer: issuer && readText(issuer).trim() };
}

const issuerOfAssertion = (root: XmlElement): XmlElement | null => {
  const assertion = childNamed(root, NAMESPACES.assertion, 'Assertion');
  return assertion && childNamed(assertion, NAMESPACES.assertion, 'Issuer');
};

/**
 * Checks IDs and the positions of assertions and signatures. This prevents signature wrapping attacks, which depend
 * on other positions.
 */
function checkShape(root: XmlElement, kind: 'Response' | 'Assertion'): void {
  const expected = kind === 'Response' ? NAMESPACES.protocol : NAMESPACES.assertion;
  if (!isElement(root, expected, kind) || readAttribute(root, 'Version') !== '2.0') {
    throw refused(kind === 'Response' ? 'malformed' : 'shape', `the root is no ${kind} of SAML 2.0`);
  }
  const ids = new Set<string>();
  const allowed = new Set<XmlElement>();
  if (kind === 'Assertion') allowed.add(root);
  else for (const child of childElements(root)) if (isAssertion(child)) allowed.add(child);
  // A provider that refuses a sign-in sends no assertion (SAML core, 3.2.2). Its status contains the reason.
  if (allowed.size === 0) checkStatus(root);
  if (allowed.size !== 1) throw refused('shape', `${allowed.size} assertions`);
  const signed = [...new Set([root, ...allowed])].filter(
    (element) => !isElement(element, NAMESPACES.assertion, 'EncryptedAssertion'),
  );
  const signatures = new Set(signed.map(findSignature).filter((one) => one !== null));
  for (const element of descendants(root)) {
    checkId(element, ids);
    const { localName, namespaceURI } = element;
    if (isAssertion(element) && !allowed.has(element)) throw refused('shape', 'an assertion elsewhere');
    if (isElement(element, NAMESPACES.protocol, 'Response') && element !== root)
      throw refused('shape', 'a response elsewhere');
    if (namespaceURI === NAMESPACES.signature && localName === 'Signature' && !signatures.has(element)) {
      throw refused('shape', 'a signature elsewhere');
    }
    if (namespaceURI === NAMESPACES.signature && ['Object', 'Manifest'].includes(localName))
      throw refused('shape', localName);
    if (isElement(element, NAMESPACES.assertion, 'Advice')) throw refused('shape', 'Advice');
  }
}

const isAssertion = (element: XmlElement): boolean =>
  isElement(element, NAMESPACES.assertion, 'Assertion') ||
  isElement(element, NAMESPACES.assertion, 'EncryptedAssertion');

function checkId(element: XmlElement, ids: Set<string>): void {
  for (const { name, localName, value } of Array.from(element.attributes)) {
    if (localName.toLowerCase() !== 'id') continue;
    // XML encryption and XML signatures have an attribute Id of their own, to which no signature of the profile refers.
    if (name === 'Id' && [NAMESPACES.encryption, NAMESPACES.signature].some((space) => space === element.namespaceURI))
      continue;
    if (name !== 'ID') throw refused('ids', `an attribute ${name}`);
    if (!/^[A-Za-z_][\w.-]*$/.test(value)) throw refused('ids', 'an ID that is no name');
    if (ids.has(value)) throw refused('ids', 'an ID twice');
    ids.add(value);
  }
}

/**
 * Returns the signature of an element, which is the child directly after Issuer, or null. Throws `shape` if the element
 * has two signatures or one at another place.
 */
function findSignature(element: XmlElement): XmlElement | null {
  const children = childElements(element);
  const found = children.filter((child) => isElement(child, NAMESPACES.signature, 'Signature'));
  if (found.length > 1) throw refused('shape', 'two signatures of one element');
  const [signature] = found;
  if (signature === undefined) return null;
  const at = children.indexOf(signature);
  const before = children[at - 1];
  if (at !== 1 || before === undefined || !isElement(before, NAMESPACES.assertion, 'Issuer')) {
    throw refused('shape', 'a signature that does not follow Issuer');
  }
  return signature;
}

/** Verifies a response and returns its assertion. Throws SamlRefusedError. */
export function readResponse(parsed: ParsedResponse, rules: ResponseRules): Assertion {
  const { response, responseSigned } = verifyResponse(parsed, rules);
  const { assertion, assertionSigned } = verifyAssertion(response, { ...rules, signedAround: responseSigned });
  if (!assertionSigned && (!responseSigned || rules.signedAssertion === true))
    throw refused('unsigned', 'no signature');
  checkResponse(response.root, responseSigned, rules);
  return readAssertion(assertion, rules);
}

interface ParsedXml {
  readonly xml: string;
  readonly root: XmlElement;
}

/** Returns the signed bytes of a signed response, or an unsigned response unchanged. */
function verifyResponse(parsed: ParsedXml, rules: ResponseRules): { response: ParsedXml; responseSigned: boolean } {
  const signature = findSignature(parsed.root);
  if (signature === null) return { response: parsed, responseSigned: false };
  const xml = verifySignature(parsed.xml, { parent: parsed.root, signature }, rules);
  return { response: parseSignedBytes(xml, 'Response'), responseSigned: true };
}

function parseSignedBytes(xml: string, kind: 'Response' | 'Assertion'): ParsedXml {
  const root = parseXml(xml);
  checkShape(root, kind);
  return { xml, root };
}

/** Returns the assertion of a response. If the assertion is signed, only its signed bytes are returned. */
function verifyAssertion(
  { xml: around, root }: ParsedXml,
  rules: ResponseRules & { readonly signedAround: boolean },
): { assertion: XmlElement; assertionSigned: boolean } {
  const encrypted = childNamed(root, NAMESPACES.assertion, 'EncryptedAssertion');
  const document =
    encrypted === null
      ? { xml: around, root: childNamed(root, NAMESPACES.assertion, 'Assertion') as XmlElement }
      : parseSignedBytes(
          decryptAssertion(encrypted, { keys: rules.decryptionKeys, signedAround: rules.signedAround }),
          'Assertion',
        );
  const signature = findSignature(document.root);
  if (signature === null) return { assertion: document.root, assertionSigned: false };
  const xml = verifySignature(document.xml, { parent: document.root, signature }, rules);
  return { assertion: parseSignedBytes(xml, 'Assertion').root, assertionSigned: true };
}

function checkIssuer(element: XmlElement, required: boolean, rules: ResponseRules): void {
  const issuer = childNamed(element, NAMESPACES.assertion, 'Issuer');
  if (issuer === null) {
    if (required) throw refused('issuer', `${element.localName} names none`);
    return;
  }
  const format = readAttribute(issuer, 'Format');
  if (format !== null && format !== FORMAT.entity) throw refused('issuer', 'another format');
  if (readText(issuer).trim() !== rules.entityId) throw refused('issuer', `${element.localName} names another`);
}

function checkResponse(root: XmlElement, signed: boolean, rules: ResponseRules): void {
  checkIssuer(root, false, rules);
  checkStatus(root);
  const destination = readAttribute(root, 'Destination');
  if (destination === null ? signed : destination !== rules.acs)
    throw refused('destination', 'it is not for this address');
  if (readAttribute(root, 'InResponseTo') !== rules.requestId) throw refused('in_response_to', 'of the response');
  checkInstant(root, rules);
}

function checkStatus(root: XmlElement): void {
  const status = childNamed(root, NAMESPACES.protocol, 'Status');
  const code = status && childNamed(status, NAMESPACES.protocol, 'StatusCode');
  if (!code || readAttribute(code, 'Value') !== SUCCESS_STATUS) {
    const second = code && childNamed(code, NAMESPACES.protocol, 'StatusCode');
    throw refused('status', statusWord(readAttribute(second ?? code ?? root, 'Value')));
  }
}

/**
 * Converts the last part of a status URI: `…:status:AuthnFailed` becomes `authn_failed`. The URI may be unsigned, so
 * the word is short.
 */
const statusWord = (value: string | null): string =>
  (/[A-Za-z]{1,40}$/.exec(value ?? '')?.[0] ?? 'none')
    .replace(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`)
    .toLowerCase();

function checkInstant(element: XmlElement, { now, skew }: ResponseRules): void {
  const instant = readInstant(element, 'IssueInstant', 'issue_instant');
  if (Math.abs(now - instant) > (ISSUED_WITHIN_S + skew) * 1000) throw refused('issue_instant', element.localName);
}

/** Parses a time in UTC, the only time zone that SAML allows (core, 1.3.3). */
function readInstant(element: XmlElement, name: string, code: SamlRuleCode): number {
  const text = readAttribute(element, name) ?? '';
  const at = /^\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):\d\d:\d\d(?:\.\d{1,9})?Z$/.test(text)
    ? Date.parse(text.replace(/(\.\d{3})\d*Z$/, '$1Z'))
    : Number.NaN;
  if (Number.isNaN(at)) throw refused(code, `${name} of ${element.localName}`);
  return at;
}

/** Returns true if the period includes the current time, with the tolerated clock difference. */
const within = (o: { from: number | null; until: number | null }, { now, skew }: ResponseRules): boolean =>
  (o.from === null || now >= o.from - skew * 1000) && (o.until === null || now < o.until + skew * 1000);

/** Parses a time like readInstant(); null if the attribute is absent. */
const readOptionalInstant = (element: XmlElement, name: string, code: SamlRuleCode): number | null =>
  readAttribute(element, name) === null ? null : readInstant(element, name, code);

function readAssertion(assertion: XmlElement, rules: ResponseRules): Assertion {
  checkIssuer(assertion, true, rules);
  const subject = childNamed(assertion, NAMESPACES.assertion, 'Subject');
  if (subject === null) throw refused('subject_confirmation', 'no Subject');
  const confirmed = confirmationExpiry(subject, assertion, rules);
  const conditions = conditionsExpiry(assertion, rules);
  checkInstant(assertion, rules);
  const statements = childrenNamed(assertion, NAMESPACES.assertion, 'AuthnStatement');
  const session = sessionExpiry(statements, rules);
  return {
    id: readAttribute(assertion, 'ID') as string,
    nameId: readNameId(subject),
    sessionIndex: statements.map((one) => readAttribute(one, 'SessionIndex')).find((index) => index !== null) ?? null,
    attributes: readAttributes(assertion),
    sessionNotOnOrAfter: session,
    expiresAt: Math.min(confirmed, conditions) + 2 * rules.skew * 1000,
  };
}

/** Returns the time until which the bearer may use the assertion at this server for this request. */
function confirmationExpiry(subject: XmlElement, assertion: XmlElement, rules: ResponseRules): number {
  const issued = readInstant(assertion, 'IssueInstant', 'issue_instant');
  const ends: number[] = [];
  for (const one of childrenNamed(subject, NAMESPACES.assertion, 'SubjectConfirmation')) {
    const data = childNamed(one, NAMESPACES.assertion, 'SubjectConfirmationData');
    if (readAttribute(one, 'Method') !== BEARER_METHOD || data === null) continue;
    if (readAttribute(data, 'InResponseTo') !== rules.requestId) throw refused('in_response_to', 'of the subject');
    const until = readOptionalInstant(data, 'NotOnOrAfter', 'subject_confirmation');
    const good =
      readAttribute(data, 'Recipient') === rules.acs && until !== null && readAttribute(data, 'NotBefore') === null;
    if (good && within({ from: null, until }, rules) && until - issued <= LONGEST_LIFE_S * 1000) ends.push(until);
  }
  if (ends.length === 0) throw refused('subject_confirmation', 'none for this address and time');
  return Math.max(...ends);
}

function conditionsExpiry(assertion: XmlElement, rules: ResponseRules): number {
  const conditions = childNamed(assertion, NAMESPACES.assertion, 'Conditions');
  if (conditions === null) throw refused('conditions', 'none');
  const from = readOptionalInstant(conditions, 'NotBefore', 'conditions');
  const until = readOptionalInstant(conditions, 'NotOnOrAfter', 'conditions');
  if (until === null || !within({ from, until }, rules)) throw refused('conditions', 'not valid now');
  if (from !== null && until - from > LONGEST_LIFE_S * 1000) throw refused('conditions', 'valid for more than a day');
  const known = ['AudienceRestriction', 'OneTimeUse', 'ProxyRestriction'];
  for (const { localName, namespaceURI } of childElements(conditions)) {
    if (namespaceURI !== NAMESPACES.assertion || !known.includes(localName)) throw refused('conditions', localName);
  }
  const audiences = childrenNamed(conditions, NAMESPACES.assertion, 'AudienceRestriction').map((one) =>
    childrenNamed(one, NAMESPACES.assertion, 'Audience').map((audience) => readText(audience).trim()),
  );
  if (audiences.length === 0 || audiences.some((list) => !list.includes(rules.audience))) {
    throw refused('audience', 'it is for another service');
  }
  return until;
}

/** Checks the authentication statements. Returns the earliest session end that they set, or null. */
function sessionExpiry(statements: readonly XmlElement[], rules: ResponseRules): number | null {
  if (statements.length === 0) throw refused('authn_statement', 'none');
  checkAuthnContext(statements, rules);
  let end: number | null = null;
  for (const one of statements) {
    const at = readInstant(one, 'AuthnInstant', 'authn_statement');
    if (at > rules.now + rules.skew * 1000) throw refused('authn_statement', 'AuthnInstant lies ahead');
    const until = readOptionalInstant(one, 'SessionNotOnOrAfter', 'authn_statement');
    if (until !== null && until <= rules.now) throw refused('authn_statement', 'the session has ended');
    if (until !== null) end = end === null ? until : Math.min(end, until);
  }
  return end;
}

/** Checks that the user was authenticated as requested. The request passes through the browser, which can change it. */
function checkAuthnContext(statements: readonly XmlElement[], { authnContexts = null }: ResponseRules): void {
  if (authnContexts === null) return;
  const asserted = statements.flatMap((one) =>
    childrenNamed(one, NAMESPACES.assertion, 'AuthnContext').flatMap((context) =>
      childrenNamed(context, NAMESPACES.assertion, 'AuthnContextClassRef').map((ref) => readText(ref).trim()),
    ),
  );
  if (!asserted.some((uri) => authnContexts.includes(uri))) {
    throw refused('authn_statement', 'another authentication context than the requested one');
  }
}

function readNameId(subject: XmlElement): Assertion['nameId'] {
  const element = childNamed(subject, NAMESPACES.assertion, 'NameID');
  if (element === null) return null;
  const value = readText(element).trim();
  if (value.length > LONGEST_SUBJECT) throw refused('too_large', 'the subject');
  return { value, format: readAttribute(element, 'Format') };
}

/** Returns the text of a value; empty for a value that contains elements, such as those of eduPersonTargetedID. */
const readValue = (value: XmlElement): string => ([...descendants(value)].length > 1 ? '' : readText(value));

function readAttributes(assertion: XmlElement): Assertion['attributes'] {
  const found: { names: string[]; values: string[] }[] = [];
  let values = 0;
  for (const statement of childrenNamed(assertion, NAMESPACES.assertion, 'AttributeStatement')) {
    for (const one of childrenNamed(statement, NAMESPACES.assertion, 'Attribute')) {
      const texts = childrenNamed(one, NAMESPACES.assertion, 'AttributeValue').map(readValue);
      values += texts.length;
      if (values > MOST_VALUES || texts.some((text) => text.length > LONGEST_VALUE))
        throw refused('too_large', 'attributes');
      const names = [readAttribute(one, 'Name'), readAttribute(one, 'FriendlyName')].filter((name) => name !== null);
      found.push({ names, values: texts });
    }
  }
  return found;
}
