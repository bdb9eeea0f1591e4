// Observes the XML parser with which SAML responses are read.
import { createRequire } from 'node:module';

/** Counts the documents that the XML parser reads while `run` runs. */
export function countParsed(run: () => void): number {
  const load = createRequire(createRequire(import.meta.url).resolve('xml-crypto'));
  const { DOMParser } = load('@xmldom/xmldom') as { DOMParser: { prototype: { parseFromString: unknown } } };
  const original = DOMParser.prototype.parseFromString as (...o: unknown[]) => unknown;
  let parsed = 0;
  DOMParser.prototype.parseFromString = function (...o: unknown[]) {
    parsed += 1;
    return original.apply(this, o);
  };
  try {
    run();
  } finally {
    DOMParser.prototype.parseFromString = original;
  }
  return parsed;
}
