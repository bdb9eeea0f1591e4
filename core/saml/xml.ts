// Parses XML as docs/sso.md restricts it: only elements, attributes and text. Document types, custom
// entities, comments, CDATA and processing instructions are rejected before the parser runs. This prevents entity
// expansion, truncation by comments, and attacks on parser differences.
import { createRequire } from 'node:module';
import { SamlRefusedError } from './refusal.ts';

export interface XmlAttribute {
  readonly name: string;
  readonly localName: string;
  readonly namespaceURI: string | null;
  readonly value: string;
}

export interface XmlNode {
  readonly nodeType: number;
  readonly nodeValue: string | null;
  readonly childNodes: ArrayLike<XmlNode>;
}

export interface XmlElement extends XmlNode {
  readonly localName: string;
  readonly namespaceURI: string | null;
  readonly attributes: ArrayLike<XmlAttribute>;
  readonly textContent: string;
}

/** The part of xmldom's API that is used. The package's own type definitions would add browser types to every file. */
interface XmlDom {
  DOMParser: new (options: {
    errorHandler: (level: string, message: string) => void;
  }) => { parseFromString(text: string, type: string): { readonly documentElement: XmlElement | null } & XmlNode };
}

export interface XmlLimits {
  readonly bytes: number;
  readonly elements: number;
  readonly depth: number;
}

/** Limits of a SAML response. A large response has about 20 kB. */
export const RESPONSE_LIMITS: XmlLimits = { bytes: 256_000, elements: 5_000, depth: 50 };

const load = createRequire(import.meta.url);

const ELEMENT = 1;
const TEXT = 3;

const NAME = String.raw`[A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?`;
const VALUE = String.raw`(?:"[^"<]*"|'[^'<]*')`;
const TAG = new RegExp(String.raw`<(?:/(${NAME})\s*|(${NAME})((?:\s+${NAME}\s*=\s*${VALUE})*)\s*(/?))>`, 'y');
const ENTITY = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\dA-Fa-f]{1,6});)/;
const DECLARATION =
  /^<\?xml\s+version\s*=\s*(?:"1\.0"|'1\.0')(?:\s+encoding\s*=\s*["'](?:UTF|utf)-8["'])?(?:\s+standalone\s*=\s*["'](?:yes|no)["'])?\s*\?>/;
/** Matches characters that XML 1.0 does not allow. */
const CONTROL = /[^\t\n\r\u0020-\ufffd\u{10000}-\u{10ffff}]/u;

const malformed = (detail: string, cause?: unknown): SamlRefusedError =>
  new SamlRefusedError('malformed', detail, cause);

/** Decodes UTF-8. Throws SamlRefusedError if there are too many bytes or invalid ones. */
export function decodeXml(bytes: Uint8Array, limits: XmlLimits = RESPONSE_LIMITS): string {
  if (bytes.length > limits.bytes) throw new SamlRefusedError('too_large', `more than ${limits.bytes} bytes`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw malformed('not UTF-8', error);
  }
}

/** Parses a document and returns its root element. Throws SamlRefusedError: `too_large` or `malformed`. */
export function parseXml(text: string, limits: XmlLimits = RESPONSE_LIMITS): XmlElement {
  const body = text.replace(DECLARATION, '').trim();
  checkCharacters(body);
  checkTags(body, limits);
  // The parser that xml-crypto itself uses, so that signatures and claims are read from the same tree.
  const { DOMParser } = createRequire(load.resolve('xml-crypto'))('@xmldom/xmldom') as XmlDom;
  const parser = new DOMParser({
    errorHandler: (level, message) => {
      throw malformed(`${level} of the parser: ${message.split('\n')[0]}`);
    },
  });
  const root = withXmlErrors(() => parser.parseFromString(body, 'text/xml').documentElement);
  if (root === null) throw malformed('no root element');
  return root;
}

function withXmlErrors<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw error instanceof SamlRefusedError ? error : malformed('the parser gave up', error);
  }
}

function checkCharacters(text: string): void {
  if (text.includes('<!')) throw malformed('a document type, comment or CDATA section');
  if (text.includes('<?')) throw malformed('a processing instruction');
  if (ENTITY.test(text)) throw malformed('an entity besides the five of XML');
  if (CONTROL.test(text)) throw malformed('a character that XML does not allow');
  for (const [, decimal, hexadecimal] of text.matchAll(/&#(?:(\d+)|x([\dA-Fa-f]+));/g)) {
    const code = decimal === undefined ? Number.parseInt(hexadecimal as string, 16) : Number(decimal);
    const allowed = code === 9 || code === 10 || code === 13 || (code >= 0x20 && code <= 0x10_ffff);
    if (!allowed || (code >= 0xd800 && code <= 0xdfff) || code === 0xfffe || code === 0xffff) {
      throw malformed('a reference to a character that XML does not allow');
    }
  }
}

/** Checks that tags are balanced and within the limits, and that there is a single root element. */
function checkTags(text: string, limits: XmlLimits): void {
  const open: string[] = [];
  let elements = 0;
  let at = 0;
  while (at < text.length) {
    const next = text.indexOf('<', at);
    const between = text.slice(at, next === -1 ? text.length : next);
    if (open.length === 0 && between !== '') throw malformed('text outside of the root element');
    if (next === -1) break;
    TAG.lastIndex = next;
    const tag = TAG.exec(text);
    if (tag === null) throw malformed('an incomplete tag');
    const [whole, ended, started, attributes = '', closed] = tag;
    if (ended !== undefined && open.pop() !== ended) throw malformed('tags that are not nested');
    if (started !== undefined) {
      if (open.length === 0 && elements > 0) throw malformed('more than one root element');
      elements += 1;
      if (elements > limits.elements) throw new SamlRefusedError('too_large', `more than ${limits.elements} elements`);
      const names = [...attributes.matchAll(/(\S+?)\s*=\s*(?:"[^"]*"|'[^']*')/g)].map(([, name]) => name);
      if (new Set(names).size !== names.length) throw malformed('an attribute twice');
      if (closed === '') open.push(started);
      if (open.length > limits.depth) throw new SamlRefusedError('too_large', `more than ${limits.depth} levels`);
    }
    at = next + whole.length;
  }
  if (open.length > 0 || elements === 0) throw malformed('an element without an end');
}

/** Returns the child elements. Throws a SamlRefusedError (`shape`) if there is text between them. */
export function childElements(element: XmlElement): XmlElement[] {
  const found: XmlElement[] = [];
  for (const node of Array.from(element.childNodes)) {
    if (node.nodeType === ELEMENT) found.push(node as XmlElement);
    else if (node.nodeType !== TEXT || (node.nodeValue ?? '').trim() !== '') {
      throw new SamlRefusedError('shape', `text inside ${element.localName}`);
    }
  }
  return found;
}

/** Returns the children with this namespace and name. */
export function childrenNamed(element: XmlElement, namespace: string, name: string): XmlElement[] {
  return childElements(element).filter((child) => isElement(child, namespace, name));
}

/** Returns the child with this namespace and name, or null. Throws a SamlRefusedError (`shape`) for several. */
export function childNamed(element: XmlElement, namespace: string, name: string): XmlElement | null {
  const found = childrenNamed(element, namespace, name);
  if (found.length > 1) throw new SamlRefusedError('shape', `${name} more than once`);
  return found[0] ?? null;
}

export const isElement = (element: XmlElement, namespace: string, name: string): boolean =>
  element.namespaceURI === namespace && element.localName === name;

/** Returns an attribute without a namespace, or null. */
export function readAttribute(element: XmlElement, name: string): string | null {
  return Array.from(element.attributes).find((one) => one.name === name)?.value ?? null;
}

/** Returns the text of an element. Throws a SamlRefusedError (`shape`) if the element contains anything else. */
export function readText(element: XmlElement): string {
  for (const node of Array.from(element.childNodes)) {
    if (node.nodeType !== TEXT) throw new SamlRefusedError('shape', `an element inside ${element.localName}`);
  }
  return element.textContent;
}

/** Returns the element and its descendants in document order. */
export function* descendants(root: XmlElement): Generator<XmlElement> {
  const waiting: XmlElement[] = [root];
  for (let element = waiting.pop(); element !== undefined; element = waiting.pop()) {
    yield element;
    const below = Array.from(element.childNodes).filter((node) => node.nodeType === ELEMENT) as XmlElement[];
    waiting.push(...below.reverse());
  }
}
