// The package's version, as sent in User-Agent.
export const version = '0.1.0';
