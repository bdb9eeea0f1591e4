// npm run package: builds and packs the package `postern` below .tmp/package/. `--out FOLDER` selects another folder.
// `--image FOLDER` writes the files that the Dockerfile installs.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { writeImageInput } from './image.ts';
import { buildAndPack } from './pack.ts';

const { values } = parseArgs({
  options: { out: { type: 'string', default: '.tmp/package' }, image: { type: 'string' } },
});
if (values.image === undefined) {
  const { path, bytes, unpacked_bytes, files } = buildAndPack(resolve(values.out));
  const kilobytes = (count: number): string => `${Math.round(count / 1000)} kB`;
  console.log(`${path}: ${kilobytes(bytes)} packed, ${kilobytes(unpacked_bytes)} in ${files} files`);
} else writeImageInput(resolve(values.image));
