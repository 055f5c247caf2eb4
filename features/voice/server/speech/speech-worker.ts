import { readFile } from 'node:fs/promises'
import { parentPort } from 'node:worker_threads'
import { createPicoVoice, sampleRate, type Voice } from './pico-voice.ts'
import type { SpeechTask } from './speech.ts'
import { toWave } from './wave-file.ts'

/* Worker thread that speaks. Each voice is loaded with its first text and stays until the thread ends. */
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
