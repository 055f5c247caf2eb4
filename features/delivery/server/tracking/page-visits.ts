import type { FastifyRequest } from 'fastify'
import type { Clock } from '#platform/clock.ts'
import type { CopyLink } from './copy-addresses.ts'
import type { ReadingCounter } from './reading-counter.ts'

/**
 * Clicks that lead to a page of this site, until a browser loads what stands in that page: a scanner takes the page at
 * most.
 */
export type PageVisits = {
  /** A click of this visitor leads to a page of ours. */
  expect(request: FastifyRequest, link: CopyLink): void
  /** Looks at any request of the site; costs nothing while no click waits. */
  notice(request: FastifyRequest): void
}

/** A browser asks for scripts, pictures and data of a page within this. */
const waitMs = 30_000
/** Beyond so many visitors who wait, the oldest are let go: the page comes before its statistics. */
const maxWaiting = 5_000

/**
 * What is seen stays in this process. Behind a balancer some of a page's requests come here all the same; a click whose
 * page is not seen is doubted only where something else speaks against it.
 */
export function createPageVisits({
  clock,
  counter,
}: {
  clock: Clock
  counter: Pick<ReadingCounter, 'add'>
}): PageVisits {
  const waiting = new Map<string, CopyLink & { until: number }>()

  return {
    expect(request, link) {
      const key = keyOf(request)
      waiting.delete(key)
      waiting.set(key, { ...link, until: clock.now().getTime() + waitMs })
      for (const [oldest] of waiting) {
        if (waiting.size <= maxWaiting) break
        waiting.delete(oldest)
      }
    },
    notice(request) {
      if (waiting.size === 0 || !isPartOfPage(request)) return
      const key = keyOf(request)
      const click = waiting.get(key)
      if (!click) return
      waiting.delete(key)
      const at = clock.now()
      if (at.getTime() > click.until) return
      counter.add(click.deliveryId, {
        at,
        kind: 'page',
        linkNumber: click.number,
        userAgent: request.headers['user-agent']?.slice(0, 300),
        isPrefetch: false,
      })
    },
  }
}

/** A script, a picture or data, and neither a page nor anything of a letter. */
function isPartOfPage({ method, url, headers }: FastifyRequest): boolean {
  return (
    method === 'GET' &&
    !url.startsWith('/t/') &&
    !/text\/html/i.test(headers.accept ?? '') &&
    headers['sec-fetch-dest'] !== 'document'
  )
}

function keyOf({ ip, headers }: FastifyRequest): string {
  return `${ip} ${headers['user-agent'] ?? ''}`
}
