import { type FeedRules, fetchFeed } from '#platform/http-client/fetch-feed.ts'
import { runThread } from '#platform/threads/run-thread.ts'
import type { FeedEntry, FeedContent } from './feed-entries.ts'
import type { FeedTask } from './feed-worker.ts'

// In development the worker is next to this file; in the bundle both are in one folder.
const workerFile = new URL(import.meta.url.endsWith('.ts') ? './feed-worker.ts' : './feed-worker.js', import.meta.url)

/** Two megabytes of a normal feed take a fifth of a second, including the start of the thread. */
const threadLimits = { cpuMs: 3_000, timeoutMs: 15_000, heapMegabytes: 128 }

/** Content of a feed, or the reason why it could not be read. */
export type FeedReading = { ok: true; title: string; entries: FeedEntry[] } | { ok: false; why: string }

/** Fetches a feed and parses it in a thread with limits on time and memory. Never rejects. */
export async function readFeed(address: string, rules: FeedRules): Promise<FeedReading> {
  const fetched = await fetchFeed(address, rules)
  if (!fetched.ok) return fetched
  const task: FeedTask = { text: fetched.text, base: fetched.url }
  const outcome = await runThread<FeedContent | { title: undefined }>(workerFile, task, threadLimits)
  if (!outcome.ok) return { ok: false, why: 'reading it took too long' }
  return outcome.result.title === undefined
    ? { ok: false, why: 'it is not an RSS, Atom or JSON feed' }
    : { ok: true, ...outcome.result }
}
