import { listIds } from '../html.ts'
import { listAddresses } from './html.ts'

/**
 * Formats that a browser accepts: the images of copies of one site are shared with the tests in a browser. The format
 * for other clients is proven in server/plugins/figure-routes.test.ts.
 */
const accept = 'image/avif,image/webp,*/*'

/**
 * Requests every internal URL of the pages once and finds those that fail or whose anchor is missing.
 *
 * @param pages Pages by path; linked pages are read, too, with `isCrawl`.
 * @param options.once URL patterns of which only one URL each is requested; with groups, each captured part is
 *   requested once, in one URL or another.
 * @returns `dead` links with their page, and the number of requested URLs.
 */
export async function findDeadLinks(
  origin: string,
  pages: ReadonlyMap<string, string>,
  { isCrawl = false, once = [] }: { isCrawl?: boolean; once?: RegExp[] } = {},
): Promise<{ dead: string[]; checkedCount: number }> {
  const known = new Map(pages)
  const answers = new Map<string, number>()
  const checkedParts = new Set<string>()
  const anchors: { from: string; target: string; id: string }[] = []
  const dead: string[] = []
  const waiting = [...known.keys()]
  // Origins of the site.
  const ours = new Set([origin, origin.replace('127.0.0.1', 'localhost')])
  for (let from = waiting.shift(); from !== undefined; from = waiting.shift()) {
    for (const address of new Set(listAddresses(known.get(from) ?? ''))) {
      const url = URL.parse(address, origin + from)
      if (!url || address === '') dead.push(`${from} leads to '${address}'`)
      else if (!ours.has(url.origin)) {
        if (!/^(https|mailto|data|blob):$/.test(url.protocol)) dead.push(`${from} leads to ${address}`)
      } else {
        const target = url.pathname + url.search
        if (url.hash) anchors.push({ from, target, id: decodeURIComponent(url.hash.slice(1)) })
        if (answers.has(target) || known.has(target)) continue
        const parts = partsOf(target, once)
        if (parts && parts.every((part) => checkedParts.has(part))) continue
        for (const part of parts ?? []) checkedParts.add(part)
        const answer = await fetch(origin + target, { headers: { accept } })
        answers.set(target, answer.status)
        if (answer.status !== 200) dead.push(`${from} leads to ${target}: ${answer.status}`)
        if (answer.headers.get('content-type')?.startsWith('text/html')) {
          known.set(target, await answer.text())
          if (isCrawl) waiting.push(target)
        } else await answer.body?.cancel()
      }
    }
  }
  const idsOf = new Map<string, Set<string>>()
  for (const { from, target, id } of anchors) {
    const ids = idsOf.get(target) ?? new Set(listIds(known.get(target) ?? ''))
    idsOf.set(target, ids)
    if (!ids.has(id)) dead.push(`${from} leads to ${target}#${id}, which is not there`)
  }
  return { dead, checkedCount: answers.size }
}

/** Returns what the first pattern captures in a URL, with pattern and place; undefined without a match. */
function partsOf(target: string, patterns: RegExp[]): string[] | undefined {
  for (const pattern of patterns) {
    const found = pattern.exec(target)
    if (found) return [...found].with(0, '').map((part, place) => `${pattern.source} ${place} ${part}`)
  }
  return undefined
}
