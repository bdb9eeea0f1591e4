// Secrets of the test stacks. A separate file, so that tests can import it without loading a whole stack.
export const JWT_SECRET = 'test-secret-of-32-characters-or-more-0123456789';
export const PEPPER = `7:${Buffer.alloc(32, 5).toString('base64')}`;
