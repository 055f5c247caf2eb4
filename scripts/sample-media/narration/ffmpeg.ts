import { spawnSync } from 'node:child_process'

/**
 * Runs ffmpeg to its end. `report` is what it said, `samples` the 16-bit samples it wrote to its output, if it was
 * asked to.
 */
export function ffmpeg(options: string[], input?: Int16Array): { report: string; samples: Int16Array } {
  const run = spawnSync('ffmpeg', ['-hide_banner', '-nostats', ...options], {
    input: input && Buffer.from(input.buffer, input.byteOffset, input.byteLength),
    maxBuffer: 1 << 29,
  })
  const report = run.stderr?.toString() ?? ''
  if (run.status !== 0) throw new Error(`ffmpeg: ${report || run.error?.message}`)
  // A copy, because a buffer of bytes need not begin where samples may.
  return { report, samples: new Int16Array(Uint8Array.from(run.stdout).buffer) }
}

/** The options that hand samples to ffmpeg, and that take them from it. */
export function rawAudio(sampleRate: number): string[] {
  return ['-f', 's16le', '-ar', String(sampleRate), '-ac', '1']
}
