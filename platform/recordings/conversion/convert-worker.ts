import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import type { ConvertTask } from './convert.ts'
import { convertRecording } from './convert-recording.ts'

/* The thread that brings a recording into the station's format; see convert.ts for its limits. */

const task = workerData as ConvertTask

// The decoder tells the console about what it does not like; a file of nothing else would flood it.
Object.assign(console, { error: () => undefined })

// Nobody waits for it: pages, the stream and uploads come first. Threads it starts are as patient.
if (process.platform === 'linux') setPriority(0, task.niceness ?? 15)

parentPort!.postMessage(await convertRecording(task))
