import { agentKind } from './known-agents.ts'

/** Whether a person did it. */
export type Verdict = 'human' | 'machine' | 'unsure'

/** One fetch of a pixel or a link, as far as it was looked at. */
export type Visit = {
  at: Date
  userAgent: string | undefined
  /** The request itself said that nobody looks yet. */
  isPrefetch: boolean
}

/** A verdict with its reason in plain words. */
export type Judgement = { verdict: Verdict; reason: string }

/** Nobody opens a mail this soon; gateways look at it before it is laid into the box. */
export const machineSeconds = 3

/** A person with a notification may be this fast; a gateway is, mostly. */
export const unsureSeconds = 10

/** Clicks this close together are one act. */
export const burstSeconds = 5

/** A person may open two links at once; three in five seconds, and half of all there are, is what scanners do. */
const burstLinks = 3

/** So long before and after following every link, a scanner loads the pictures. */
const scanSeconds = 30

/** @param deliveredAt When the relay took the copy; undefined when nobody knows. */
export function judgeVisit({ at, userAgent, isPrefetch }: Visit, deliveredAt: Date | undefined): Judgement {
  if (isPrefetch) return { verdict: 'machine', reason: 'fetched ahead' }
  const kind = agentKind(userAgent)
  if (kind === 'missing') return { verdict: 'machine', reason: 'without a name' }
  if (kind === 'robot') return { verdict: 'machine', reason: 'a known scanner' }
  if (kind === 'preloader') return { verdict: 'machine', reason: 'a mail house that loads pictures by itself' }
  if (!deliveredAt) return { verdict: 'unsure', reason: 'nobody knows when it was delivered' }
  const seconds = (at.getTime() - deliveredAt.getTime()) / 1000
  if (seconds < machineSeconds) return { verdict: 'machine', reason: `${Math.max(0, Math.round(seconds))} s after delivery` }
  if (kind === 'unknown') return { verdict: 'unsure', reason: 'an unknown program' }
  if (seconds < unsureSeconds) return { verdict: 'unsure', reason: `${Math.round(seconds)} s after delivery` }
  return { verdict: 'human', reason: '' }
}

/** What is known of one copy's opens and clicks. */
export type Judged = Judgement & { kind: string; linkNumber: number | null; at: Date }

/**
 * Judges what came back of one copy once more, together: who follows all links at once is a scanner, however it calls itself, and so is
 * whatever loaded the pixel beside that.
 *
 * @param linkCount Counted links of the letter.
 * @returns The same readings in the same order; those not judged otherwise are the same objects.
 */
export function judgeTogether<Reading extends Judged>(readings: Reading[], linkCount: number): Reading[] {
  const clicks = readings.filter(({ kind }) => kind === 'click').toSorted((a, b) => a.at.getTime() - b.at.getTime())
  const atOnce = new Set<Reading>()
  const close = new Set<Reading>()
  for (const [index, first] of clicks.entries()) {
    const rest = clicks.slice(index)
    const burst = rest.filter(({ at }) => secondsBetween(first.at, at) <= burstSeconds)
    const links = new Set(burst.map(({ linkNumber }) => linkNumber)).size
    if (links >= burstLinks && links * 2 >= linkCount) for (const click of burst) atOnce.add(click)
    const instant = rest.filter(({ at }) => secondsBetween(first.at, at) < 1)
    if (new Set(instant.map(({ linkNumber }) => linkNumber)).size > 1) for (const click of instant) close.add(click)
  }
  const scans = [...atOnce].map(({ at }) => at)
  return readings.map((reading) => {
    if (reading.verdict === 'machine') return reading
    if (atOnce.has(reading)) return { ...reading, verdict: 'machine', reason: 'all links at once' }
    if (reading.kind === 'open' && scans.some((at) => Math.abs(secondsBetween(reading.at, at)) <= scanSeconds))
      return { ...reading, verdict: 'machine', reason: 'beside all links at once' }
    if (reading.verdict === 'human' && close.has(reading)) return { ...reading, verdict: 'unsure', reason: 'several links within a second' }
    return reading
  })
}

function secondsBetween(earlier: Date, later: Date): number {
  return (later.getTime() - earlier.getTime()) / 1000
}
