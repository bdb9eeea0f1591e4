// npm run package: builds the package `postern` below .tmp/package/ and packs it. `--out FOLDER` names another folder; `--image FOLDER`
// writes what the Dockerfile installs instead.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { writeImageInput } from './image.ts';
import { packInto } from './pack.ts';

const { values } = parseArgs({
  options: { out: { type: 'string', default: '.tmp/package' }, image: { type: 'string' } },
});
if (values.image === undefined) {
  const { path, bytes, unpacked_bytes, files } = packInto(resolve(values.out));
  const kilobytes = (count: number): string => `${Math.round(count / 1000)} kB`;
  console.log(`${path}: ${kilobytes(bytes)} packed, ${kilobytes(unpacked_bytes)} in ${files} files`);
} else writeImageInput(resolve(values.image));
