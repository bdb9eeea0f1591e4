// Names of log levels. They are not in log.ts, because all commands parse settings and few commands write a log.

export const LOG_LEVELS = ['panic', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];
