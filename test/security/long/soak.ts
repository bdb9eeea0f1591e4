// npm run test:soak: models and soaks with many more rounds than in `npm test`. The seed of a failure is printed with it.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const { status } = spawnSync(
  process.execPath,
  [
    fileURLToPath(new URL('../../run.ts', import.meta.url)),
    '--timeout=3600',
    'test/security/alternating_users.test.ts',
    'test/security/session_model.test.ts',
  ],
  {
    stdio: 'inherit',
    // 25,000 rounds are 100,000 requests of two users on one connection. The models run 1,000 sequences of sessions.
    env: { POSTERN_SOAK_ROUNDS: '25000', POSTERN_SOAK_SEQUENCES: '1000', ...process.env },
  },
);
process.exitCode = status ?? 1;
