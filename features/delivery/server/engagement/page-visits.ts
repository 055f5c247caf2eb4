import type { FastifyRequest } from 'fastify'
import type { Clock } from '#platform/clock.ts'
import type { DeliveryLink } from './delivery-addresses.ts'
import type { EngagementRecorder } from './engagement-recorder.ts'

/**
 * Clicks that lead to a page of this site, until a browser loads the page's resources. A scanner loads at most the page
 * itself.
 */
export type PageVisits = {
  /** Registers a click that leads to a page of this site. */
  expect(request: FastifyRequest, link: DeliveryLink): void
  /** Checks a request; costs nothing while no click is pending. */
  notice(request: FastifyRequest): void
}

/** A browser requests the scripts, images and data of a page within this time. */
const waitMs = 30_000
/** Maximum number of pending visitors; the oldest are dropped first. */
const maxQueued = 5_000

/**
 * The state is local to this process. Behind a load balancer, some of a page's requests still reach this process; a
 * click without an observed page load is doubted only if there is other evidence against it.
 */
export function createPageVisits({
  clock,
  counter,
}: {
  clock: Clock
  counter: Pick<EngagementRecorder, 'add'>
}): PageVisits {
  const waiting = new Map<string, DeliveryLink & { until: number }>()

  return {
    expect(request, link) {
      const key = keyOf(request)
      waiting.delete(key)
      waiting.set(key, { ...link, until: clock.now().getTime() + waitMs })
      for (const [oldest] of waiting) {
        if (waiting.size <= maxQueued) break
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

/** Returns whether a request is for a script, an image or data, but not for a page or anything of an issue. */
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
