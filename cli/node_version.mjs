// The oldest supported version of Node. Plain JavaScript without dependencies, because any version of Node must be able
// to run it.

/** Returns true if a version of Node, such as v22.18.0, is supported. */
export function isSupported(version) {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  return major > 22 || (major === 22 && minor >= 18);
}

/** Returns the first sentence of the error for an old version of Node. */
export const tooOldSentence = (version) => `Postern needs Node 22.18 or newer, and this is ${version}.`;
