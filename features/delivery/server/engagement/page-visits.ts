import type { FastifyRequest } from 'fastify'
import type { Clock } from '#platform/clock.ts'
import type { DeliveryLink } from './delivery-addresses.ts'
import type { EngagementRecorder } from './engagement-recorder.ts'

/**
 * Clicks that lead to a page of this site, until a browser loads the page's resources; a scanner loads the page at
 * most.
 */
export type PageVisits = {
  /** A click of this visitor leads to a page of ours. */
  expect(request: FastifyRequest, link: DeliveryLink): void
  /** Checks a request; free of cost while no click is pending. */
  notice(request: FastifyRequest): void
}

/** A browser asks for scripts, images and data of a page within this. */
const waitMs = 30_000
/** Maximum number of pending visitors; the oldest are dropped first. */
const maxQueued = 5_000

/**
 * State is local to this process. Behind a load balancer some of a page's requests still arrive here; a click without
 * an observed page load is doubted only if something else speaks against it.
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

/** A script, an image or data, and neither a page nor anything of an issue. */
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
