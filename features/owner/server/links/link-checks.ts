import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/open-database.ts'
import type { LinkStatus } from '#platform/http-client/check-link.ts'
import { claimLinks, deleteLinksBut, insertLinks, saveLinkFailure, saveLinkSuccess } from './queries.ts'

const hourMs = 3_600_000
/** Interval of checks per link: a little under a day, so that the time of day does not drift. */
const intervalMs = 23 * hourMs
const maxPerRun = 30
/** Temporary failures are reported on the third day. */
const maxFailures = 3
/** Statuses of pages that exist but refuse automated requests. */
const acceptedStatuses = new Set([401, 403, 405, 406, 429, 451, 999])

/** Link on the site: where it is used, and the admin page that edits it. */
export type SiteLink = { url: string; where: string; href: string }

type LinkCheckDeps = {
  db: Database['db']
  clock: Clock
  /** Returns all external links that the site shows now. */
  links: () => readonly SiteLink[]
  fetchLink: (url: string) => Promise<LinkStatus>
}

/** Creates the daily check of all external links of the site. */
export function createLinkChecks({ db, clock, links, fetchLink }: LinkCheckDeps) {
  let running: Promise<void> | undefined

  async function check(url: string): Promise<LinkStatus> {
    const answer = await fetchLink(url)
    const error = linkErrorOf(answer)
    if (!error) await saveLinkSuccess(db, url, clock.now())
    else await saveLinkFailure(db, url, error.message, error.isFinal ? 1 : maxFailures, clock.now())
    return answer
  }

  async function run(signal?: AbortSignal) {
    const urls = [...new Set(links().map(({ url }) => url))]
    await deleteLinksBut(db, urls)
    await insertLinks(db, urls)
    const now = clock.now()
    // Sequentially, because the checks are not urgent.
    for (const url of await claimLinks(db, new Date(now.getTime() - intervalMs), now, maxPerRun)) {
      if (signal?.aborted) return
      await check(url)
    }
  }

  return {
    check,
    /** Checks the links that are due. */
    checkDue: (signal?: AbortSignal) => (running ??= run(signal).finally(() => (running = undefined))),
  }
}

/** Returns the error of a response; undefined if the page exists. `isFinal`: the error is not temporary. */
export function linkErrorOf(answer: LinkStatus): { message: string; isFinal: boolean } | undefined {
  if ('failure' in answer) return { message: answer.failure, isFinal: false }
  const { status } = answer
  if (status < 400 || acceptedStatuses.has(status)) return undefined
  return { message: `it responds with ${status}`, isFinal: status === 404 || status === 410 }
}
