// QR codes for authenticator apps. The library is loaded at the first enrolment.

/** Returns an SVG document without #, which would end it in a data: URL. */
export async function qrCode(text: string): Promise<string> {
  const [{ generate }, { toSvgSource }] = await Promise.all([import('lean-qr'), import('lean-qr/extras/svg')]);
  return toSvgSource(generate(text), { on: 'black', off: 'white' });
}
