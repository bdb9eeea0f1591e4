// A wallet's message as the gateway passes it to SQL after it has verified the signature.
import { randomBytes } from 'node:crypto';
import type { CallResult } from '../../../support/database/sql_api.ts';

export const newAddress = (): string => `0x${randomBytes(20).toString('hex')}`;

export const walletMessage = (more: CallResult = {}): CallResult => ({
  chain: 'ethereum',
  address: newAddress(),
  network: '1',
  domain: 'example.com',
  uri: 'https://example.com/login',
  statement: 'I accept the terms.',
  issued_at: new Date().toISOString(),
  expires_at: null,
  not_before: null,
  digest: randomBytes(32).toString('hex'),
  ...more,
});
