import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/open-database.ts'
import type { LinkStatus } from '#platform/http-client/check-link.ts'
import { claimLinks, deleteLinksBut, insertLinks, saveLinkFailure, saveLinkSuccess } from './queries.ts'

const hourMs = 3_600_000
/** How often a link is asked. A little under a day, so that it does not wander through the day. */
const restMs = 23 * hourMs
const mostInOneLook = 30
/** What may get better by itself is told on the third day. */
const mostFailures = 3
/** Somebody is there, who only does not answer machines. */
const answersPeople = new Set([401, 403, 405, 406, 429, 451, 999])

/** Where a link of the site stands: which entry, in words, and the page of the desk that changes it. */
export type SiteLink = { url: string; where: string; href: string }

type Parts = {
  db: Database['db']
  clock: Clock
  /** All links that lead outside, as the site shows them now. */
  links: () => readonly SiteLink[]
  ask: (url: string) => Promise<LinkStatus>
}

/** Asks every link of the site once a day whether anybody is there. */
export function createLinkChecks({ db, clock, links, ask }: Parts) {
  let looking: Promise<void> | undefined

  async function lookAt(url: string): Promise<LinkStatus> {
    const answer = await ask(url)
    const trouble = linkErrorOf(answer)
    if (!trouble) await saveLinkSuccess(db, url, clock.now())
    else await saveLinkFailure(db, url, trouble.words, trouble.isFinal ? 1 : mostFailures, clock.now())
    return answer
  }

  async function look(signal?: AbortSignal) {
    const urls = [...new Set(links().map(({ url }) => url))]
    await deleteLinksBut(db, urls)
    await insertLinks(db, urls)
    const now = clock.now()
    // One after the other: nobody waits for this.
    for (const url of await claimLinks(db, new Date(now.getTime() - restMs), now, mostInOneLook)) {
      if (signal?.aborted) return
      await lookAt(url)
    }
  }

  return {
    lookAt,
    /** Asks what is due. */
    now: (signal?: AbortSignal) => (looking ??= look(signal).finally(() => (looking = undefined))),
  }
}

/**
 * What is the matter with an answer, in words that follow "it"; undefined when somebody is there. `isFinal`: it will
 * not get better by itself.
 */
export function linkErrorOf(answer: LinkStatus): { words: string; isFinal: boolean } | undefined {
  if ('failure' in answer) return { words: answer.failure, isFinal: false }
  const { status } = answer
  if (status < 400 || answersPeople.has(status)) return undefined
  return { words: `it responds with ${status}`, isFinal: status === 404 || status === 410 }
}
