// Runs a command in this process and captures its exit code and output.

export interface CapturedRun {
  code: number;
  out: string;
  err: string;
}

export async function runCaptured(work: () => Promise<number>): Promise<CapturedRun> {
  const output = { out: '', err: '' };
  const kept = { out: process.stdout.write, err: process.stderr.write };
  const note = (where: keyof typeof output) =>
    ((text: string) => {
      output[where] += text;
      return true;
    }) as typeof process.stdout.write;
  process.stdout.write = note('out');
  process.stderr.write = note('err');
  try {
    return { code: await work(), ...output };
  } finally {
    process.stdout.write = kept.out;
    process.stderr.write = kept.err;
  }
}
