import type { LinkStatus } from '#platform/http-client/check-link.ts'

/** Checker of links; its methods never reject. */
export type LinkChecker = {
  /** Checks an address on the internet. */
  outside(url: string): Promise<LinkStatus>
  /** Checks a path of this site, with its query. @returns The status of the response. */
  own(path: string): Promise<number>
}

/** Statuses of pages that exist but reject automated requests. */
const reachableStatuses = new Set([401, 402, 403, 405, 406, 407, 429, 451, 999])

const maxConcurrent = 12

/** Problem with one link. `words` follow the link. */
type LinkProblem = { url: string; isOwn: boolean; words: string }

/** Checks every link once, a few at a time. @returns The broken links, each with its problem. */
export async function checkLinks(
  urls: readonly string[],
  origin: string,
  checkTarget: LinkChecker,
): Promise<LinkProblem[]> {
  const waiting = [...new Set(urls)]
  const problems: LinkProblem[] = []
  const work = async () => {
    for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) {
      const problem = await checkLink(url, origin, checkTarget)
      if (problem) problems.push(problem)
    }
  }
  await Promise.all(Array.from({ length: maxConcurrent }, work))
  return problems.toSorted((a, b) => urls.indexOf(a.url) - urls.indexOf(b.url))
}

async function checkLink(url: string, origin: string, checkTarget: LinkChecker): Promise<LinkProblem | undefined> {
  if (!URL.canParse(url)) return { url, isOwn: false, words: 'is not a valid URL' }
  const parsed = new URL(url)
  if (parsed.protocol === 'mailto:') return undefined
  if (parsed.origin === origin) {
    const status = await checkTarget.own(parsed.pathname + parsed.search)
    // A page that fails is our error, not the editor's.
    return status < 400 || status >= 500 ? undefined : { url, isOwn: true, words: `returns ${status}` }
  }
  const answer = await checkTarget.outside(url)
  if ('failure' in answer) return { url, isOwn: false, words: `cannot be reached: ${answer.failure}` }
  return answer.status < 400 || reachableStatuses.has(answer.status)
    ? undefined
    : { url, isOwn: false, words: `returns ${answer.status}` }
}
