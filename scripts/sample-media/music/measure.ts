import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import { sampleRate, type Stereo } from './sound/stereo.ts'
import { deinterleave } from './sound/wave-file.ts'

const run = promisify(execFile)

/** Integrated loudness (LUFS), true peak (dBTP) and loudness range (LU) after EBU R 128, measured by ffmpeg. */
export type Loudness = { lufs: number; truePeak: number; range: number }

export async function measure(path: string): Promise<Loudness> {
  const { stderr } = await run(
    'ffmpeg',
    ['-nostats', '-hide_banner', '-i', path, '-af', 'ebur128=peak=true:framelog=verbose', '-f', 'null', '-'],
    { maxBuffer: 1 << 26 },
  )
  const summary = stderr.slice(stderr.lastIndexOf('Summary:'))
  const value = (pattern: RegExp): number => {
    const match = pattern.exec(summary)
    if (!match) throw new Error(`ffmpeg measured nothing in ${path}`)
    return Number(match[1])
  }
  return {
    lufs: value(/I:\s+(-?[\d.]+) LUFS/),
    truePeak: value(/Peak:\s+(-?[\d.]+) dBFS/),
    range: value(/LRA:\s+(-?[\d.]+) LU/),
  }
}

export function decode(path: string): Stereo {
  const result = spawnSync(
    'ffmpeg',
    ['-v', 'error', '-i', path, '-f', 'f32le', '-ac', '2', '-ar', String(sampleRate), '-'],
    {
      maxBuffer: 1 << 28,
    },
  )
  if (result.status !== 0) throw new Error(result.stderr.toString())
  return deinterleave(result.stdout)
}
