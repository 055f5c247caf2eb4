import { readFile } from 'node:fs/promises'
import { parentPort } from 'node:worker_threads'
import { createPicoVoice, sampleRate, type Voice } from './pico-voice.ts'
import type { SpeechTask } from './speech.ts'

const headerBytes = 44

/*
 * Worker thread of the speech engine. Each voice is loaded with its first text and stays loaded until the thread ends.
 */
const voices = new Map<string, Promise<Voice>>()

async function loadVoice({ textAnalysis, signal }: SpeechTask): Promise<Voice> {
  const [textAnalysisBytes, signalBytes] = await Promise.all([readFile(textAnalysis), readFile(signal)])
  return createPicoVoice({ textAnalysis: textAnalysisBytes, signal: signalBytes })
}

parentPort!.on('message', async (task: SpeechTask) => {
  const voice = voices.get(task.signal) ?? loadVoice(task)
  voices.set(task.signal, voice)
  const speak = await voice
  parentPort!.postMessage(toWave(speak(task.text), sampleRate))
})

/**
 * Wraps samples in a WAV file, which every browser plays.
 *
 * @param samples 16-bit little-endian samples of one channel.
 * @param sampleRate Samples per second (hertz).
 * @see http://soundfile.sapp.org/doc/WaveFormat/
 */
function toWave(samples: Buffer, sampleRate: number): Buffer {
  const file = Buffer.alloc(headerBytes + samples.length)
  file.write('RIFF', 0, 'latin1')
  file.writeUInt32LE(file.length - 8, 4)
  file.write('WAVEfmt ', 8, 'latin1')
  file.writeUInt32LE(16, 16)
  // Uncompressed, one channel.
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(sampleRate, 24)
  file.writeUInt32LE(sampleRate * 2, 28)
  file.writeUInt16LE(2, 32)
  file.writeUInt16LE(16, 34)
  file.write('data', 36, 'latin1')
  file.writeUInt32LE(samples.length, 40)
  samples.copy(file, headerBytes)
  return file
}
