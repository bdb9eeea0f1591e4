// Logs in to a mail server with the first of these methods that it offers: CRAM-MD5 (does not send the password), PLAIN,
// LOGIN. If it offers none of them, uses PLAIN.
import { createHmac } from 'node:crypto';

/** Name under which logIn() is registered with the transport. */
export const LOGIN_METHOD_NAME = 'BEST-OFFERED';

/** Argument that nodemailer passes to a custom login handler. */
interface LoginContext {
  auth: { credentials: { user: string; pass: string } };
  authMethods: string[];
  sendCommand(command: string): Promise<{ status: number; text: string }>;
}

/** Logs in. Rejects if the server refuses the login, with an error that does not contain the server's text. */
export async function logIn({ auth, authMethods, sendCommand }: LoginContext): Promise<void> {
  const { user, pass } = auth.credentials;
  const say = async (command: string, expected: number): Promise<string> => {
    const reply = await sendCommand(command);
    if (reply.status !== expected) throw new Error('the mail server refused the login');
    return reply.text;
  };
  if (authMethods.includes('CRAM-MD5')) {
    const challenge = Buffer.from(await say('AUTH CRAM-MD5', 334), 'base64');
    await say(encodeBase64(`${user} ${createHmac('md5', pass).update(challenge).digest('hex')}`), 235);
  } else if (authMethods.includes('LOGIN') && !authMethods.includes('PLAIN')) {
    await say('AUTH LOGIN', 334);
    await say(encodeBase64(user), 334);
    await say(encodeBase64(pass), 235);
  } else {
    await say(`AUTH PLAIN ${encodeBase64(`\0${user}\0${pass}`)}`, 235);
  }
}

function encodeBase64(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64');
}
