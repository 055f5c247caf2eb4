import { agentKind } from './known-agents.ts'

/** Classification of an open or click by its likely actor. */
export type Classification = 'human' | 'machine' | 'unsure'

/** One request for a pixel or a link. */
export type Visit = {
  at: Date
  userAgent: string | undefined
  /** The request headers say that it is a prefetch. */
  isPrefetch: boolean
  /** True if the request came from a hosting network. */
  isHosted?: boolean
}

/** Classification with its reason. */
type ClassificationResult = { classification: Classification; reason: string }

/** No person opens an email this soon; gateways scan it before they deliver it. */
const machineSeconds = 3

/** A person who sees the notification may be this fast, but it is usually a gateway. */
const unsureSeconds = 10

/** A scanner loads the images within this time before and after it follows the links. */
const scanSeconds = 30

/** After a click, a browser loads the page with its scripts and images within this time. */
const pageSeconds = 60

/** Reasons to doubt a visit that looks human; a page load after the click dispels them. */
const doubts = {
  hosted: 'from a hosting network',
  shared: 'the same visitor clicked links of several recipients',
  row: 'many links clicked in a row',
  both: 'several links clicked within a few seconds',
  pageless: 'no page was loaded after the click',
}

/** @param deliveredAt When the relay accepted the delivery; undefined when that is unknown. */
export function classifyVisit(
  { at, userAgent, isPrefetch, isHosted = false }: Visit,
  deliveredAt: Date | undefined,
): ClassificationResult {
  if (isPrefetch) return { classification: 'machine', reason: 'prefetched' }
  const kind = agentKind(userAgent)
  if (kind === 'missing') return { classification: 'machine', reason: 'no user agent' }
  if (kind === 'robot') return { classification: 'machine', reason: 'known scanner' }
  if (kind === 'preloader') return { classification: 'machine', reason: 'mail provider that preloads images' }
  if (!deliveredAt) return { classification: 'unsure', reason: 'delivery time unknown' }
  const seconds = (at.getTime() - deliveredAt.getTime()) / 1000
  if (seconds < machineSeconds)
    return { classification: 'machine', reason: `${Math.max(0, Math.round(seconds))} s after delivery` }
  if (kind === 'unknown') return { classification: 'unsure', reason: 'unknown program' }
  if (seconds < unsureSeconds) return { classification: 'unsure', reason: `${Math.round(seconds)} s after delivery` }
  // Image proxies run in data centers too, and their user agent names them.
  if (isHosted && kind !== 'proxy') return { classification: 'unsure', reason: doubts.hosted }
  return { classification: 'human', reason: '' }
}

/** An open, a click or a page load after a click (`page`) of one delivery, with its classification. */
export type Classified = ClassificationResult & { kind: string; linkNumber: number | null; at: Date; client?: string }

/** Facts from outside the delivery's own events. */
export type Surroundings = {
  /** Visitors who followed links of several recipients at about the same time. */
  sharedClients?: ReadonlySet<string>
  /** Numbers of the links to pages of this site, where page loads can be observed. */
  ownLinks?: ReadonlySet<number>
}

/**
 * Classifies all events of one delivery again, together. Clicks on all links within seconds, or at an even pace, come
 * from a scanner whatever its user agent, and so does an open next to them. Ambiguous clicks are unsure unless a
 * browser loaded the page behind the link; a scan whose pages were loaded may be a hurried person and is unsure.
 *
 * @param linkCount Number of tracked links of the issue.
 * @returns The same events in the same order; unchanged ones are the same objects.
 */
export function classifyTogether<EngagementEvent extends Classified>(
  events: EngagementEvent[],
  linkCount: number,
  { sharedClients = new Set(), ownLinks = new Set() }: Surroundings = {},
): EngagementEvent[] {
  const clicks = events.filter(({ kind }) => kind === 'click').toSorted((a, b) => a.at.getTime() - b.at.getTime())
  const pages = events.filter(({ kind, classification }) => kind === 'page' && classification === 'human')
  const isBrowsed = (row: Row<EngagementEvent>) =>
    row.clicks.filter((click) => hasPage(pages, click)).length * 2 > row.clicks.length
  const scanRows = rows(clicks).filter((row) => isScan(row, linkCount))
  const browsed = new Set(scanRows.filter(isBrowsed).flatMap((row) => row.clicks))
  const scanned = new Set(scanRows.flatMap((row) => row.clicks).filter((click) => !browsed.has(click)))
  const close = new Set(rows(clicks).flatMap((row) => (isSuspiciousRow(row, linkCount) ? row.clicks : [])))
  const scans = [...scanned].map(({ at }) => at)
  const pageless = new Set(
    rows(clicks).flatMap((row) => row.clicks.filter((click) => isPageless(row, click, { pages, ownLinks }))),
  )
  return events.map((event) => {
    if (event.classification === 'machine') return event
    if (scanned.has(event))
      return { ...event, classification: 'machine', reason: 'all links clicked one after another' }
    if (event.kind === 'open' && scans.some((at) => Math.abs(secondsBetween(event.at, at)) <= scanSeconds))
      return { ...event, classification: 'machine', reason: 'opened while all links were clicked one after another' }
    if (event.kind !== 'click') return event
    if (browsed.has(event))
      return event.classification === 'human' ? { ...event, classification: 'unsure', reason: doubts.row } : event
    if (hasPage(pages, event)) return isDoubtful(event) ? { ...event, classification: 'human', reason: '' } : event
    if (event.classification !== 'human') return event
    if (event.client && sharedClients.has(event.client))
      return { ...event, classification: 'unsure', reason: doubts.shared }
    if (pageless.has(event)) return { ...event, classification: 'unsure', reason: doubts.pageless }
    if (close.has(event))
      return { ...event, classification: 'unsure', reason: clicks.length > 2 ? doubts.row : doubts.both }
    return event
  })
}

/** Clicks in sequence, with at most `paceSeconds` between two of them. */
type Row<EngagementEvent> = {
  clicks: EngagementEvent[]
  paceSeconds: number
  /** Different links, in the order they were first followed. */
  links: (number | null)[]
  /** Seconds between the first clicks on those links. */
  gaps: number[]
}

/** Pauses of fast, paced and slow scanners. */
const paces = [1, 5, 10, 15, 30, 60, 120]

/** A repeated click on a link after more than this starts a new row. */
const againSeconds = 5

function rows<EngagementEvent extends Classified>(clicks: EngagementEvent[]): Row<EngagementEvent>[] {
  return paces.flatMap((paceSeconds) => {
    const groups: EngagementEvent[][] = []
    for (const click of clicks) {
      const group = groups.at(-1)
      const seconds = group ? secondsBetween(group.at(-1)!.at, click.at) : Infinity
      const isAgain = seconds > againSeconds && group?.some(({ linkNumber }) => linkNumber === click.linkNumber)
      if (group && seconds <= paceSeconds && !isAgain) group.push(click)
      else groups.push([click])
    }
    return groups.map((group) => {
      const firsts = group.filter(
        ({ linkNumber }, index) => group.findIndex((one) => one.linkNumber === linkNumber) === index,
      )
      return {
        clicks: group,
        paceSeconds,
        links: firsts.map(({ linkNumber }) => linkNumber),
        gaps: firsts.slice(1).map(({ at }, index) => secondsBetween(firsts[index]!.at, at)),
      }
    })
  })
}

/**
 * A person may open two or three links at once or read for a while, but does not click all of many links in a row, or
 * four at an even pace.
 */
function isScan({ links, gaps, paceSeconds }: Row<Classified>, linkCount: number): boolean {
  const count = links.length
  if (count < 3) return false
  const isAll = count >= linkCount
  // Three links within a moment, if they are at least half of all links.
  if (
    paceSeconds <= 5 &&
    count * 2 >= linkCount &&
    gaps.reduce((sum, gap) => sum + gap, 0) <= 5 * Math.max(1, count - 2)
  )
    return true
  if (paceSeconds <= 10 && isAll) return true
  if (paceSeconds <= 30 && isAll && count >= 5 && isInOrder(links)) return true
  // Four clicks at a roughly even pace may still come from a person who reads.
  return count >= 4 && isInOrder(links) && isRegular(gaps, count === 4 ? 0.05 : 0.2)
}

function isSuspiciousRow({ links, paceSeconds }: Row<Classified>, linkCount: number): boolean {
  const count = links.length
  if (count < 2) return false
  if (paceSeconds <= 1) return true
  if (paceSeconds <= 5 && count >= linkCount) return true
  if (paceSeconds <= 15 && count >= 3 && count * 2 >= linkCount) return true
  return count >= 4 && count >= linkCount
}

/**
 * One missing page load proves nothing; with at least two links in a row, at least one page would have loaded. Clicks
 * without a known address cannot be observed.
 */
function isPageless(
  { clicks }: Row<Classified>,
  click: Classified,
  { pages, ownLinks }: { pages: Classified[]; ownLinks: ReadonlySet<number> },
): boolean {
  const own = clicks.filter(({ linkNumber, client }) => client && linkNumber !== null && ownLinks.has(linkNumber))
  const links = new Set(own.map(({ linkNumber }) => linkNumber))
  return own.includes(click) && links.size >= 2 && !own.some((one) => hasPage(pages, one))
}

/** Returns whether links are in the order of the email, or in reverse. */
function isInOrder(links: (number | null)[]): boolean {
  const steps = links.slice(1).map((link, index) => (link ?? 0) - (links[index] ?? 0))
  return steps.every((step) => step > 0) || steps.every((step) => step < 0)
}

/** Returns whether the clicks come at an even pace. */
function isRegular(gaps: number[], tolerance: number): boolean {
  const [min, max] = [Math.min(...gaps), Math.max(...gaps)]
  return max - min <= max * tolerance
}

function hasPage(pages: Classified[], click: Classified): boolean {
  return pages.some((page) => isPageOf(page, click))
}

function isPageOf(page: Classified, click: Classified): boolean {
  const seconds = secondsBetween(click.at, page.at)
  return page.linkNumber === click.linkNumber && seconds >= 0 && seconds <= pageSeconds
}

function isDoubtful({ classification, reason }: Classified): boolean {
  return classification === 'unsure' && Object.values(doubts).includes(reason)
}

function secondsBetween(earlier: Date, later: Date): number {
  return (later.getTime() - earlier.getTime()) / 1000
}
