// A wallet's message as the gateway passes it to SQL after verifying its signature.
import { randomBytes } from 'node:crypto';
import type { Answer } from '../../../support/database/surface.ts';

export const newAddress = (): string => `0x${randomBytes(20).toString('hex')}`;

export const walletMessage = (more: Answer = {}): Answer => ({
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
