// Secrets of every test installation; a separate file, so that tests that need only these do not load a whole stack.
export const JWT_SECRET = 'test-secret-of-32-characters-or-more-0123456789';
export const PEPPER = `7:${Buffer.alloc(32, 5).toString('base64')}`;
