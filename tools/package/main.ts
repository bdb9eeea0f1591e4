// npm run package: builds the package `postern` below .tmp/package/ and packs it. `--out FOLDER` names another folder.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { packInto } from './pack.ts';

const { values } = parseArgs({ options: { out: { type: 'string', default: '.tmp/package' } } });
const { path, bytes, unpacked_bytes, files } = packInto(resolve(values.out));
const kilobytes = (count: number): string => `${Math.round(count / 1000)} kB`;
console.log(`${path}: ${kilobytes(bytes)} packed, ${kilobytes(unpacked_bytes)} in ${files} files`);
