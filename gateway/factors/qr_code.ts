// QR codes for authenticator apps. The library is loaded when the first app is enrolled.

/** Returns an SVG document without `#`, because a `#` would end the document in a data: URL. */
export async function renderQrCode(text: string): Promise<string> {
  const [{ generate }, { toSvgSource }] = await Promise.all([import('lean-qr'), import('lean-qr/extras/svg')]);
  return toSvgSource(generate(text), { on: 'black', off: 'white' });
}
