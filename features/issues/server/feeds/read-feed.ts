import { type FeedRules, fetchFeed } from '#platform/outside/fetch-feed.ts'
import { runThread } from '#platform/threads/run-thread.ts'
import type { FeedEntry, FeedWords } from './feed-entries.ts'
import type { FeedTask } from './feed-worker.ts'

// Run from its sources this file stands beside the worker's; in the server's bundle both are entries of one folder.
const workerFile = new URL(import.meta.url.endsWith('.ts') ? './feed-worker.ts' : './feed-worker.js', import.meta.url)

/** Two megabytes of honest feed take a fifth of a second, starting the thread included. */
const threadLimits = { cpuMs: 3_000, timeoutMs: 15_000, heapMegabytes: 128 }

/** What a feed said, or in words for a person why it said nothing. */
export type FeedReading = { ok: true; title: string; entries: FeedEntry[] } | { ok: false; why: string }

/** Fetches a feed and reads it in a thread with limits on time and memory. Never rejects. */
export async function readFeed(address: string, rules: FeedRules): Promise<FeedReading> {
  const fetched = await fetchFeed(address, rules)
  if (!fetched.ok) return fetched
  const task: FeedTask = { text: fetched.text, base: fetched.url }
  const outcome = await runThread<FeedWords | { title: undefined }>(workerFile, task, threadLimits)
  if (!outcome.ok) return { ok: false, why: 'reading it took too long' }
  return outcome.result.title === undefined
    ? { ok: false, why: 'it is not an RSS, Atom or JSON feed' }
    : { ok: true, ...outcome.result }
}
