import type { LinkAnswer } from '#platform/outside/ask-link.ts'

/** How links are asked. Neither rejects. */
export type LinkAsking = {
  /** Something on the open net. */
  outside(url: string): Promise<LinkAnswer>
  /** A path of this site, with its query; the status it answers with. */
  own(path: string): Promise<number>
}

/** Somebody is there, who only does not answer machines. */
const answersPeople = new Set([401, 402, 403, 405, 406, 407, 429, 451, 999])

const atOnce = 12

/** What is the matter with one link. */
export type LinkTrouble = { url: string; isOwn: boolean; words: string }

/** Asks every link once, a few at a time. @returns those behind which nobody is, in words that follow "it". */
export async function lookAtLinks(urls: readonly string[], origin: string, ask: LinkAsking): Promise<LinkTrouble[]> {
  const waiting = [...new Set(urls)]
  const troubles: LinkTrouble[] = []
  const work = async () => {
    for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) {
      const trouble = await lookAt(url, origin, ask)
      if (trouble) troubles.push(trouble)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return troubles.toSorted((a, b) => urls.indexOf(a.url) - urls.indexOf(b.url))
}

async function lookAt(url: string, origin: string, ask: LinkAsking): Promise<LinkTrouble | undefined> {
  if (!URL.canParse(url)) return { url, isOwn: false, words: 'is not a valid address' }
  const parsed = new URL(url)
  if (parsed.protocol === 'mailto:') return undefined
  if (parsed.origin === origin) {
    const status = await ask.own(parsed.pathname + parsed.search)
    // A page that breaks is ours to mend and no mistake of whoever links it.
    return status < 400 || status >= 500 ? undefined : { url, isOwn: true, words: `returns ${status}` }
  }
  const answer = await ask.outside(url)
  if ('failure' in answer) return { url, isOwn: false, words: `cannot be reached: ${answer.failure}` }
  return answer.status < 400 || answersPeople.has(answer.status)
    ? undefined
    : { url, isOwn: false, words: `returns ${answer.status}` }
}
