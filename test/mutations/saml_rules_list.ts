// Mutations of each rule that a SAML response must satisfy. Each mutation removes one rule.
import type { Mutation } from './mutation.ts';

type Rule = readonly [breaks: string, from: string, to: string, fails: string];

const rulesOf = (file: string, test: string, rules: readonly Rule[]): Mutation[] =>
  rules.map(([breaks, from, to, fails]) => ({ group: 'saml rules', breaks, file, from, to, test, fails }));

const RESPONSES = 'test/gateway/saml/response.test.ts';
const STRUCTURE = 'each rule of the structure';
const CONTENT = 'each rule of the content';
const CONDITIONS = 'recipient, conditions, audience, authentication';
const HEADER = 'issuer, status and destination';
const UNREAD = 'rejects document types, entities, comments';

export const SAML_RULE_MUTATIONS: readonly Mutation[] = [
  ...rulesOf('gateway/saml/response.ts', RESPONSES, [
    [
      'a field may contain other characters than base64',
      'if (bytes.length === 0 || unpadded(bytes.toString(',
      'if (bytes.length === 0 && unpadded(bytes.toString(',
      STRUCTURE,
    ],
    ['a response of SAML 1.1 is read', "|| readAttribute(root, 'Version') !== '2.0'", '', UNREAD],
    [
      'an assertion may be anywhere',
      'if (isAssertion(element) && !allowed.has(element)) throw',
      'if (false) throw',
      'wrapped signatures do not get in',
    ],
    [
      'a response may be anywhere',
      "if (isElement(element, NAMESPACES.protocol, 'Response') && element !== root)",
      'if (false)',
      STRUCTURE,
    ],
    ['a signature may be anywhere', '&& !signatures.has(element)', '&& false', STRUCTURE],
    ['a signature may have a manifest', "['Object', 'Manifest'].includes", "['Object'].includes", STRUCTURE],
    [
      'an assertion may have advice',
      "if (isElement(element, NAMESPACES.assertion, 'Advice')) throw",
      'if (false) throw',
      CONTENT,
    ],
    ['an ID may be spelled in several ways', "if (name !== 'ID') throw", 'if (false) throw', 'IDs'],
    ['an ID may be any text', 'if (!/^[A-Za-z_][\\w.-]*$/.test(value)) throw', 'if (false) throw', 'IDs'],
    [
      'a signature may stand anywhere in its element',
      "if (at !== 1 || before === undefined || !isElement(before, NAMESPACES.assertion, 'Issuer'))",
      'if (false)',
      STRUCTURE,
    ],
    [
      'an unsigned response is read',
      'if (!assertionSigned && (!responseSigned || rules.signedAssertion === true))',
      'if (false)',
      'unsigned, empty and misplaced signatures',
    ],
    [
      'the assertion need not be signed',
      '(!responseSigned || rules.signedAssertion === true)',
      '!responseSigned',
      'unsigned, empty and misplaced signatures',
    ],
    [
      'an assertion may be of anybody',
      'if (readText(issuer).trim() !== rules.entityId) throw',
      'if (false) throw',
      HEADER,
    ],
    ['an assertion may have no issuer', 'if (required) throw', 'if (false) throw', CONTENT],
    [
      'an issuer may have any format',
      'if (format !== null && format !== FORMAT.entity) throw',
      'if (false) throw',
      HEADER,
    ],
    ['a status of failure is success', "|| readAttribute(code, 'Value') !== SUCCESS_STATUS", '', HEADER],
    [
      'a signed response may be for any address',
      'if (destination === null ? signed : destination !== rules.acs)',
      'if (destination === null && signed)',
      HEADER,
    ],
    [
      'a signed response may name no address',
      'if (destination === null ? signed : destination !== rules.acs)',
      'if (destination !== null && destination !== rules.acs)',
      HEADER,
    ],
    [
      'a response answers any request',
      "if (readAttribute(root, 'InResponseTo') !== rules.requestId) throw",
      'if (false) throw',
      'InResponseTo, in the response and at the subject',
    ],
    ['a response may be old', '  checkInstant(root, rules);\n', '', STRUCTURE],
    ['an assertion may be old', '  checkInstant(assertion, rules);\n', '', CONTENT],
    ['a response may be of the future', 'Math.abs(now - instant)', '(now - instant)', CONTENT],
    ['a time may have any zone', '(?:\\.\\d{1,9})?Z$/.test', '(?:\\.\\d{1,9})?/.test', CONTENT],
    [
      'the bearer need not be the one who is confirmed',
      "readAttribute(one, 'Method') !== BEARER_METHOD || data",
      'data',
      CONDITIONS,
    ],
    [
      'an assertion may be for any recipient',
      "readAttribute(data, 'Recipient') === rules.acs && until",
      'until',
      CONDITIONS,
    ],
    ['a confirmation may never end', 'rules.acs && until !== null &&', 'rules.acs &&', CONDITIONS],
    ['a confirmation may begin later', "&& readAttribute(data, 'NotBefore') === null", '', CONTENT],
    ['a confirmation may have ended', 'good && within({ from: null, until }, rules) &&', 'good &&', CONTENT],
    ['a confirmation may last for days', ' && until - issued <= LONGEST_LIFE_S * 1000', '', CONTENT],
    [
      'conditions may never end',
      'if (until === null || !within({ from, until }, rules)) throw',
      'if (!within({ from, until }, rules)) throw',
      CONTENT,
    ],
    [
      'conditions may have ended',
      'if (until === null || !within({ from, until }, rules)) throw',
      'if (until === null) throw',
      CONTENT,
    ],
    [
      'conditions may last for days',
      'if (from !== null && until - from > LONGEST_LIFE_S * 1000) throw',
      'if (false) throw',
      CONDITIONS,
    ],
    [
      'an unknown condition is met',
      'if (namespaceURI !== NAMESPACES.assertion || !known.includes(localName)) throw',
      'if (false) throw',
      CONDITIONS,
    ],
    ['an assertion may name no audience', 'audiences.length === 0 || audiences', 'audiences', CONDITIONS],
    [
      'an assertion need not say how the user signed in',
      'if (statements.length === 0) throw',
      'if (false) throw',
      CONDITIONS,
    ],
    ['the user may sign in later', 'if (at > rules.now + rules.skew * 1000) throw', 'if (false) throw', CONTENT],
    ['the session may have ended', 'if (until !== null && until <= rules.now) throw', 'if (false) throw', CONDITIONS],
    ['the later end of a session counts', 'Math.min(end, until)', 'Math.max(end, until)', CONTENT],
    ['an assertion may have any number of values', 'values > MOST_VALUES || ', '', CONTENT],
    ['a value may have any length', 'texts.some((text) => text.length > LONGEST_VALUE)', 'false', CONTENT],
    [
      'the text of elements is a value',
      "([...descendants(value)].length > 1 ? '' : readText(value))",
      'value.textContent',
      'an attribute value that contains elements',
    ],
  ]),
  ...rulesOf('gateway/saml/signature.ts', RESPONSES, [
    [
      'a signature may have several references',
      "if (order !== 'CanonicalizationMethod,SignatureMethod,Reference') throw",
      'if (false) throw',
      'algorithms',
    ],
    ['a signature method may have parameters', ' || childElements(algorithm).length > 0', '', STRUCTURE],
    [
      'any canonical form is allowed',
      "if (readAttribute(method, 'Algorithm') !== NAMESPACES.canonical) throw",
      'if (false) throw',
      'algorithms',
    ],
    ['SHA-1 signs', " || (found.hash === 'sha1' && !rules.allowSha1)", '', 'algorithms'],
    ['SHA-1 digests', " || (digest === 'sha1' && !sha1)", '', 'algorithms'],
    [
      'a signature may be of another element',
      "if (!id || readAttribute(reference, 'URI') !==",
      'if (!id || id ===',
      'IDs',
    ],
    [
      'a reference may have more parts',
      "if (order !== 'Transforms,DigestMethod,DigestValue') throw",
      'if (false) throw',
      STRUCTURE,
    ],
    ['any transform is allowed', "if (steps.join(' ') !==", "if ('' ===", 'algorithms'],
    [
      'a transform may have parameters',
      "if (inside.some((child) => !isElement(child, NAMESPACES.canonical, 'InclusiveNamespaces')))",
      'if (false)',
      STRUCTURE,
    ],
    ['a digest may have parameters', 'if (childElements(method).length > 0) throw', 'if (false) throw', STRUCTURE],
    ['a weak key signs', ' >= LEAST_RSA_BITS', ' >= 1', 'algorithms'],
  ]),
  ...rulesOf('gateway/saml/signature.ts', 'test/gateway/saml/hostile_responses.test.ts', [
    [
      'an unknown signature method counts as RSA',
      'const found = SIGNATURES[name];',
      'const found = SIGNATURES[name] ?? Object.values(SIGNATURES)[1];',
      'hmac-sha1 keyed',
    ],
  ]),
  ...rulesOf('gateway/saml/decrypt.ts', RESPONSES, [
    ['CBC needs no signature around it', "(mode === 'gcm' || signedAround)", 'true', 'encrypted assertions'],
    ['any wrapping of the key is read', ' || (wrapping !== OAEP && wrapping !== OAEP11)', '', 'encrypted assertions'],
  ]),
  ...rulesOf('core/saml/xml.ts', RESPONSES, [
    ['a response may have any size', 'if (bytes.length > limits.bytes) throw', 'if (false) throw', STRUCTURE],
    ['bytes that are not UTF-8 are replaced', '{ fatal: true }', '{ fatal: false }', STRUCTURE],
    ['control characters are read', 'if (CONTROL.test(text)) throw', 'if (false) throw', STRUCTURE],
    ['a response may have any number of elements', 'if (elements > limits.elements) throw', 'if (false) throw', UNREAD],
    ['a response may have any depth', 'if (open.length > limits.depth) throw', 'if (false) throw', UNREAD],
    [
      'text may stand between elements',
      "node.nodeType !== TEXT || (node.nodeValue ?? '').trim() !== ''",
      'node.nodeType !== TEXT',
      STRUCTURE,
    ],
    ['an element may occur twice', 'if (found.length > 1) throw', 'if (false) throw', STRUCTURE],
    ['text may be interrupted by elements', 'if (node.nodeType !== TEXT) throw', 'if (false) throw', CONTENT],
  ]),
];
