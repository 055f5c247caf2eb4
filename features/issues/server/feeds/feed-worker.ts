import { parentPort, workerData } from 'node:worker_threads'
import { type FeedWords, readFeedEntries } from './feed-entries.ts'

/** What the thread is told. */
export type FeedTask = { text: string; base: string }

/* Reads one feed in a thread of its own. */
const { text, base } = workerData as FeedTask
const words: FeedWords | { title: undefined } = readFeedEntries(text, base) ?? { title: undefined }
parentPort!.postMessage(words)
