// The names of log levels. They are not in log.ts, because every command parses settings that contain them, and few
// commands write a log.

export const LOG_LEVELS = ['panic', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];
