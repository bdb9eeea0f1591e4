// The oldest Node that runs Postern. Plain JavaScript without dependencies, for the files that any Node must be able to read.

/** Returns true if a version of Node, such as v22.18.0, is new enough. */
export function isSupported(version) {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  return major > 22 || (major === 22 && minor >= 18);
}

/** Returns the first sentence of an error about a Node that is too old. */
export const tooOldSentence = (version) => `Postern needs Node 22.18 or newer, and this is ${version}.`;
