import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import type { ConvertTask } from './convert.ts'
import { convertRecording } from './convert-recording.ts'

/* Worker thread that converts a recording to the station's format; see convert.ts for its limits. */

const task = workerData as ConvertTask

// The decoder logs every damaged frame to the console; a file full of them would flood it.
Object.assign(console, { error: () => undefined })

// This work is not urgent: pages, the stream and uploads have priority. Threads that it starts inherit its niceness.
if (process.platform === 'linux') setPriority(0, task.niceness)

parentPort!.postMessage(await convertRecording(task))
