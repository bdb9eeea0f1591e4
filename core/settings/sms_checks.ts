// Checks the settings of SMS and captcha.

import { maskUrl } from '../masked_url.ts';
import { findSmsGateway } from '../sms/gateways.ts';
import { findHttpProblems } from '../sms/http.ts';
import { missingCredentials } from '../sms/ready.ts';
import { containsCodeVariable, parseSmsTemplate } from '../sms/text.ts';
import type { Findings } from './findings.ts';
import { CAPTCHA_PROVIDERS } from './rows/security.ts';
import type { Settings } from './table.ts';

const RFC_3339 = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/;

export function checkSms(settings: Settings): Findings {
  const problems: string[] = [];
  const warnings: string[] = [];
  const { sms_provider, sms_template, sms_test_otp_valid_until: until } = settings;
  const test_only = Object.keys(settings.sms_test_otp).length > 0;
  if (sms_provider || settings.inbox) {
    const templates = { SVC_SMS_TEMPLATE: sms_template, SVC_MFA_PHONE_TEMPLATE: settings.mfa_phone_template };
    for (const [name, template] of Object.entries(templates)) {
      try {
        parseSmsTemplate(template);
        if (!containsCodeVariable(template)) warnings.push(`${name} does not hold {{ .Code }}: nobody learns the code`);
      } catch (error) {
        problems.push(`${name}: ${error instanceof Error ? error.message : 'cannot be read'}`);
      }
    }
    if (sms_provider) warnings.push(...providerWarnings(settings));
    if (sms_provider === 'http' && settings.sms_http_url) problems.push(...findHttpProblems(settings));
  } else if (settings.external_phone_enabled && !settings.sms_autoconfirm && !test_only) {
    warnings.push('SVC_EXTERNAL_PHONE_ENABLED is set without SVC_SMS_PROVIDER: no SMS can be sent');
  }
  if (until && (!RFC_3339.test(until) || Number.isNaN(Date.parse(until)))) {
    problems.push('SVC_SMS_TEST_OTP_VALID_UNTIL: must be an RFC 3339 time such as 2031-05-01T12:00:00Z');
  }
  for (const [number, code] of Object.entries(settings.sms_test_otp)) {
    // Test codes are credentials, so the error does not contain them.
    if (!/^[+\s\d]+$/.test(number) || code.trim() === '') {
      problems.push('SVC_SMS_TEST_OTP: each entry must be number:code');
      break;
    }
  }
  return { problems, warnings };
}

function providerWarnings(settings: Settings): string[] {
  const { sms_provider } = settings;
  if (findSmsGateway(sms_provider) === null) {
    return [
      `SVC_SMS_PROVIDER is no gateway (${JSON.stringify(maskUrl(sms_provider).slice(0, 100))}): no SMS can be sent`,
    ];
  }
  const missing = missingCredentials(settings).map((name) => `SVC_${name.toUpperCase()}`);
  if (missing.length === 0) return [];
  return [`SVC_SMS_PROVIDER is ${sms_provider} without ${missing.join(', ')}: no SMS can be sent`];
}

/** Normalizes the phone numbers of test codes to the stored form: digits only. */
export function normalizeTestOtp(codes: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(codes).map(([number, code]) => [number.replace(/[+\s]/g, ''), code.trim()]));
}

export function checkCaptcha(settings: Settings): string[] {
  const problems: string[] = [];
  if (!CAPTCHA_PROVIDERS.some((name) => name === settings.security_captcha_provider)) {
    const provider = JSON.stringify(maskUrl(settings.security_captcha_provider).slice(0, 100)).slice(1, -1);
    problems.push(`SVC_SECURITY_CAPTCHA_PROVIDER: unsupported captcha provider: ${provider}`);
  }
  if (settings.security_captcha_enabled && !settings.security_captcha_secret.trim()) {
    problems.push('SVC_SECURITY_CAPTCHA_SECRET: captcha provider secret is empty');
  }
  return problems;
}
