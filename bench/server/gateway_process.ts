// The gateway as a process of its own, so that its CPU can be read apart from the load's. Settings come by environment.

import { createLog } from '../../core/log.ts';
import { readEnvironment, readSettings } from '../../core/settings/reading.ts';
import { startGateway } from '../../gateway/main.ts';

const { settings } = readSettings(readEnvironment({ env: process.env, file: null }));
const log = createLog({ level: settings.log_level, file: settings.log_file });
const gateway = await startGateway({ settings, log });
process.on('SIGTERM', () => void gateway.close({ at_once: true }).then(() => process.exit(0)));
process.send?.({ port: gateway.port });
