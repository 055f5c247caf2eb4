import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import { type FrameOutcome, readFrameFacts, type RecordingLimits } from './frames/frame-facts.ts'

/** Task of the thread: an absolute path and the limits of the upload. */
export type ReaderTask = { path: string; limits: RecordingLimits }

/*
 * Worker thread that reads the frames of uploaded files, one after the other; see recording-reader.ts for its limits.
 */

/** Maximum size of the shared buffer; larger files get their own. */
const maxSharedBytes = 32 * 1024 * 1024

/** Shared buffer: new ones of twenty megabytes each would not all be returned to the system. */
let buffer = Buffer.alloc(0)

parentPort!.on('message', ({ path, limits }: ReaderTask) => {
  parentPort!.postMessage(read(path, limits))
})

function read(path: string, limits: RecordingLimits): FrameOutcome {
  const file = openSync(path, 'r')
  try {
    const { size } = fstatSync(file)
    const own = bufferFor(size)
    let length = 0
    for (let read = -1; read !== 0; length += read) read = readSync(file, own, length, size - length, length)
    return readFrameFacts(own.subarray(0, length), limits)
  } finally {
    closeSync(file)
  }
}

function bufferFor(size: number): Buffer {
  if (size > maxSharedBytes) return Buffer.allocUnsafeSlow(size)
  if (size > buffer.length) buffer = Buffer.allocUnsafeSlow(2 ** Math.ceil(Math.log2(size)))
  return buffer
}
