import { parentPort, workerData } from 'node:worker_threads'
import { detectAll } from 'jschardet'
import type { EncodingCandidate } from './guess-encoding.ts'

/* Worker thread that ranks the possible encodings of some bytes. */
const { bytes } = workerData as { bytes: Uint8Array }
const candidates: EncodingCandidate[] = detectAll(bytes).flatMap(({ encoding, confidence }) =>
  encoding ? [{ name: encoding, confidence }] : [],
)
parentPort!.postMessage(candidates)
