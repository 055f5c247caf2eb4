import { readFile, writeFile } from 'node:fs/promises'
import { sampleRate, type Stereo } from './stereo.ts'

/** Writes 32-bit float stereo WAV, so that nothing clips between tools. */
export async function writeWave(path: string, sound: Stereo): Promise<void> {
  const frames = sound.left.length
  const data = Buffer.alloc(44 + frames * 8)
  data.write('RIFF', 0, 'latin1')
  data.writeUInt32LE(36 + frames * 8, 4)
  data.write('WAVEfmt ', 8, 'latin1')
  data.writeUInt32LE(16, 16)
  data.writeUInt16LE(3, 20)
  data.writeUInt16LE(2, 22)
  data.writeUInt32LE(sampleRate, 24)
  data.writeUInt32LE(sampleRate * 8, 28)
  data.writeUInt16LE(8, 32)
  data.writeUInt16LE(32, 34)
  data.write('data', 36, 'latin1')
  data.writeUInt32LE(frames * 8, 40)
  const samples = new Float32Array(frames * 2)
  for (let i = 0; i < frames; i++) {
    samples[2 * i] = sound.left[i]!
    samples[2 * i + 1] = sound.right[i]!
  }
  Buffer.from(samples.buffer).copy(data, 44)
  await writeFile(path, data)
}

/** Reads headerless interleaved 32-bit float stereo. */
export async function readRawFloat(path: string): Promise<Stereo> {
  return deinterleave(await readFile(path))
}

export function deinterleave(bytes: Buffer): Stereo {
  const samples = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + (bytes.length & ~7)))
  const frames = samples.length / 2
  const sound: Stereo = { left: new Float32Array(frames), right: new Float32Array(frames) }
  for (let i = 0; i < frames; i++) {
    sound.left[i] = samples[2 * i]!
    sound.right[i] = samples[2 * i + 1]!
  }
  return sound
}
