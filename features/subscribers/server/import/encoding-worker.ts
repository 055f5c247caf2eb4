import { parentPort, workerData } from 'node:worker_threads'
import { detectAll } from 'jschardet'
import type { EncodingCandidate } from './guess-encoding.ts'

/* Ranks the encodings that some bytes may be written in, in a thread of its own. */
const { bytes } = workerData as { bytes: Uint8Array }
const candidates: EncodingCandidate[] = detectAll(bytes).flatMap(({ encoding, confidence }) =>
  encoding ? [{ name: encoding, confidence }] : [],
)
parentPort!.postMessage(candidates)
