// The commands of the documents: fenced blocks with their language, in order.
import { readdirSync, readFileSync } from 'node:fs';

export interface Block {
  file: string;
  line: number;
  language: string;
  text: string;
}

export const DOCUMENTS = [
  'README.md',
  'CONTRIBUTING.md',
  'sql/README.md',
  ...readdirSync('docs').flatMap((name) => (name.endsWith('.md') ? [`docs/${name}`] : [])),
  ...readdirSync('docs/adr').map((name) => `docs/adr/${name}`),
];

export function blocksOf(file: string): Block[] {
  const blocks: Block[] = [];
  let open: Block | undefined;
  readFileSync(file, 'utf8')
    .split('\n')
    .forEach((text, at) => {
      const fence = /^```(\w*)$/.exec(text);
      if (!fence) {
        if (open) open.text += `${text}\n`;
      } else if (open) {
        blocks.push(open);
        open = undefined;
      } else {
        open = { file, line: at + 1, language: fence[1] ?? '', text: '' };
      }
    });
  if (open) throw new Error(`${file}:${open.line} is never closed`);
  return blocks;
}
