import { parentPort, workerData } from 'node:worker_threads'
import { type FeedContent, readFeedEntries } from './feed-entries.ts'

/** Input of the thread. */
export type FeedTask = { text: string; base: string }

/* Parses one feed in a separate thread. */
const { text, base } = workerData as FeedTask
const words: FeedContent | { title: undefined } = readFeedEntries(text, base) ?? { title: undefined }
parentPort!.postMessage(words)
