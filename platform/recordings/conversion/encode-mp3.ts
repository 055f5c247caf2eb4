import { registerMp3Encoder } from '@mediabunny/mp3-encoder'
import { AudioSample, AudioSampleSource, BufferTarget, Mp3OutputFormat, Output } from 'mediabunny'
import type { DecodedPiece } from '../decode-frames.ts'

/**
 * Encodes two channels as an MP3 with a constant bitrate: audio frames only, without tags and without a frame that
 * describes the others.
 */
type Mp3Encoder = { add(piece: DecodedPiece): Promise<void>; end(): Promise<Uint8Array> }

/** Creates an encoder that runs LAME as WebAssembly in its own thread. */
export async function createMp3Encoder({
  sampleRate,
  bitrateKbps,
}: {
  sampleRate: number
  bitrateKbps: number
}): Promise<Mp3Encoder> {
  registerMp3Encoder()
  const target = new BufferTarget()
  const output = new Output({ format: new Mp3OutputFormat({ xingHeader: false }), target })
  const source = new AudioSampleSource({ codec: 'mp3', bitrate: bitrateKbps * 1000 })
  output.addAudioTrack(source)
  await output.start()
  let samples = 0
  return {
    async add([left, right]) {
      if (left.length === 0) return
      const data = new Float32Array(left.length * 2)
      data.set(left)
      data.set(right, left.length)
      const sample = new AudioSample({
        data,
        format: 'f32-planar',
        numberOfChannels: 2,
        sampleRate,
        timestamp: samples / sampleRate,
      })
      samples += left.length
      await source.add(sample)
      sample.close()
    },
    async end() {
      source.close()
      await output.finalize()
      return new Uint8Array(target.buffer!)
    },
  }
}
