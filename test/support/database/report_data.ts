// Sample rows for the report page, with the columns that the report queries return. The rows are the same in every run.
import type { ReportData } from '../../../cli/report/report_page.ts';

export const REPORT_TIME = new Date('2026-11-22T12:34:56Z');

const days = Array.from({ length: 30 }, (_, at) =>
  new Date(Date.UTC(2026, 10, 22) - at * 86_400_000).toISOString().slice(0, 10),
);
const busy = (at: number, size: number): number =>
  Math.round(size * (at % 7 < 2 ? 0.4 : 1) * (1 - at / 80) + ((at * 13) % 7));

const METHODS = {
  password: 900,
  pkce: 420,
  link_or_code: 260,
  provider: 150,
  passkey: 90,
  second_factor: 60,
  sign_up: 40,
};
const CODES = {
  invalid_credentials: 120,
  over_request_rate_limit: 80,
  refresh_token_not_found: 40,
  otp_expired: 30,
  email_not_confirmed: 14,
  bad_jwt: 9,
  validation_failed: 4,
};

export const BUSY_MONTH: ReportData = {
  sign_ins_by_method: days.flatMap((day, at) =>
    Object.entries(METHODS).flatMap(([method, size]) => [
      { day, method, outcome: 'ok', times: busy(at, size) },
      { day, method, outcome: 'refused', times: busy(at, size / 9) },
      ...(at === 9 ? [{ day, method, outcome: 'error', times: 60 }] : []),
    ]),
  ),
  sessions_by_last_use: [...days, '2026-10-23'].map((last_used, at) => ({
    last_used,
    sessions: at === 30 ? 800 : Math.round(5200 / (at + 1)),
    users: 1,
  })),
  refusals_by_day: days.flatMap((day, at) =>
    Object.entries(CODES).map(([error_code, size]) => ({
      day,
      error_code,
      times: busy(at, size) * (at === 3 ? 6 : 1),
    })),
  ),
  messages_by_day: days.flatMap((day, at) => [
    {
      day,
      channel: 'email',
      outcome: 'sent',
      messages: busy(at, 400),
      median_seconds: 0.4,
      longest_seconds: 3 + (at % 5),
    },
    ...(at === 9
      ? [{ day, channel: 'email', outcome: 'failed', messages: 140, median_seconds: 900, longest_seconds: 86.5 }]
      : []),
    { day, channel: 'sms', outcome: 'sent', messages: busy(at, 60), median_seconds: 0.9, longest_seconds: 4 },
  ]),
  waiting_messages: [{ waiting: '1: under 1 minute', messages: 12, longest_seconds: 41 }],
  waiting_jobs: [
    { queue: 'mail', jobs: 12, longest_seconds: 41 },
    { queue: 'webhooks', jobs: 1234, longest_seconds: 7300 },
  ],
  users_by_day: days.map((day, at) => ({ day, new_users: busy(at, 210), users: 48_211 - at * 190 })),
};

export const EMPTY_MONTH: ReportData = {
  sign_ins_by_method: [],
  sessions_by_last_use: [],
  refusals_by_day: [],
  messages_by_day: [],
  waiting_messages: [],
  waiting_jobs: [],
  users_by_day: [],
};
