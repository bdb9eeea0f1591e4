// npm run test:soak: runs alternating_users.test.ts and the models of sessions and tokens with many more rounds than `npm test`. A
// failure prints its seed.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const { status } = spawnSync(
  process.execPath,
  [
    fileURLToPath(new URL('../../run.ts', import.meta.url)),
    '--timeout=3600',
    'test/security/alternating_users.test.ts',
    'test/security/session_model.test.ts',
    'test/security/token_model.test.ts',
  ],
  {
    stdio: 'inherit',
    // 25,000 rounds are 100,000 requests of two users on one connection. The session model runs 1,000 sequences.
    env: { POSTERN_SOAK_ROUNDS: '25000', POSTERN_SOAK_SEQUENCES: '1000', ...process.env },
  },
);
process.exitCode = status ?? 1;
