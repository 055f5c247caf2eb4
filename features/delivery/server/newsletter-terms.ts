import type { NewsletterTerms, NewsletterTermsService } from '#features/delivery/contract.ts'
import type { ProcessDeps } from '#platform/feature.ts'
import { readSettings } from './queries.ts'

/** Poll interval without notifications, which is the longest time in which a process states outdated terms. */
const pollMs = 30_000

/** The terms with their updates; every process that shows pages has them. */
type FollowedTerms = NewsletterTermsService & {
  /** Loads the terms and follows their changes from then on. */
  connect(): Promise<void>
  /** Checks at once. */
  checkNow(): Promise<void>
  stop(): Promise<void>
}

/** Creates the terms of the newsletter, which are part of cached pages. */
export function createNewsletterTerms({
  db,
  changes,
  pageCache,
}: Pick<ProcessDeps, 'db' | 'changes' | 'pageCache'>): FollowedTerms {
  let terms: NewsletterTerms = { isTracked: true, hasDigest: true }
  let endFollowing: (() => Promise<void>) | undefined
  let refreshing: Promise<void> = Promise.resolve()

  async function refresh() {
    const { isCounted, sendsDigest } = await readSettings(db)
    if (isCounted === terms.isTracked && sendsDigest === terms.hasDigest) return
    terms = { isTracked: isCounted, hasDigest: sendsDigest }
    pageCache.clear()
  }

  // Serialized, so that an older response is never applied last.
  const poll = () => (refreshing = refreshing.catch(() => undefined).then(refresh))

  return {
    current: () => terms,
    async connect() {
      await poll()
      endFollowing = changes.subscribe({ topics: ['newsletter_sending_settings'], everyMs: pollMs, check: poll })
    },
    checkNow: poll,
    stop: async () => endFollowing?.(),
  }
}
