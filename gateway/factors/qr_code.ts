// The QR code that an authenticator app scans. Its library is loaded with the first enrolment.

/** An SVG document without a #, which would end it in a data: URL. */
export async function qrCode(text: string): Promise<string> {
  const [{ generate }, { toSvgSource }] = await Promise.all([import('lean-qr'), import('lean-qr/extras/svg')]);
  return toSvgSource(generate(text), { on: 'black', off: 'white' });
}
