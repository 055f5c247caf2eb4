import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import { type FrameOutcome, readFrameFacts } from './frame-facts.ts'

/** What the thread is asked: the file at an absolute path, and the shortest and longest that is taken, in seconds. */
export type FrameTask = { path: string; limits: { leastSeconds: number; mostSeconds: number } }

/* The thread that walks the frames of strangers' files, one after the other; see walk-frames.ts for its limits. */

/** One place for all of them: a new one of twenty megabytes each time would not all come back to the system. */
let place = Buffer.alloc(0)

parentPort!.on('message', ({ path, limits }: FrameTask) => {
  parentPort!.postMessage(walk(path, limits))
})

function walk(path: string, limits: FrameTask['limits']): FrameOutcome {
  const file = openSync(path, 'r')
  try {
    const { size } = fstatSync(file)
    if (size > place.length) place = Buffer.allocUnsafeSlow(2 ** Math.ceil(Math.log2(size)))
    let length = 0
    for (let read = -1; read !== 0; length += read) read = readSync(file, place, length, size - length, length)
    return readFrameFacts(place.subarray(0, length), limits)
  } finally {
    closeSync(file)
  }
}
