import { externalErrorMessage } from '#platform/http-client/external-error.ts'
import { openPage, within } from '#platform/http-client/open-page.ts'
import type { PlatformSite, SiteCheck } from '#features/platforms/contract.ts'
import { mayBeFramed } from './frame-rules.ts'

type Rules = {
  /** Origin of this site. */
  origin: string
  localHosts?: readonly string[]
  timeoutMs?: number
}

const headers = { 'user-agent': 'Swade frame check', 'accept': 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.5' }

/** Status codes of sites that respond but block automated requests. */
const blocksMachines = new Set([401, 403, 405, 406, 429, 451, 999])

/** Checks a platform's site like a browser would; only the headers are read. Never rejects. */
export async function checkSite(
  address: string,
  { origin, localHosts = [], timeoutMs = 5_000 }: Rules,
): Promise<SiteCheck> {
  try {
    return await within(timeoutMs, async (signal) => {
      const opened = await openPage(address, { localHosts, headers, signal })
      if (!opened.ok) return { ...card('unknown', 'unsafe'), error: opened.why }
      const { response, urls } = opened
      const { statusCode = 0 } = response
      response.destroy()
      if (blocksMachines.has(statusCode))
        return { ...card('unknown', 'shy'), error: `responded with status ${statusCode}` }
      if (statusCode < 200 || statusCode >= 300)
        return { ...card('down', 'down'), error: `responded with status ${statusCode}` }
      const at = urls.at(-1)!
      const isPage = /^(text\/html|application\/xhtml\+xml)\b/i.test(response.headers['content-type'] ?? '')
      if (!isPage || /^attachment\b/i.test(response.headers['content-disposition'] ?? ''))
        return { ...card('up', 'no-page'), error: '' }
      // A page of our own origin could remove the sandbox of its frame.
      if (urls.some((step) => step.origin === origin)) return { ...card('up', 'ours'), error: '' }
      const isMixed = origin.startsWith('https:') && urls.some(({ protocol }) => protocol !== 'https:')
      if (isMixed || !mayBeFramed(response.headers, at, origin)) return { ...card('up', 'refused'), error: '' }
      return {
        status: 'up',
        frame: { src: at.href, origins: [...new Set(urls.map((step) => step.origin))] },
        error: '',
      }
    })
  } catch (error) {
    return { ...card('down', 'down'), error: externalErrorMessage(error) }
  }
}

const card = (status: PlatformSite['status'], why: NonNullable<PlatformSite['why']>): PlatformSite => ({ status, why })
