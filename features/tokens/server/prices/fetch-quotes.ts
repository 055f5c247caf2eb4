import type { Quote, PriceSource } from './sources/source.ts'
import { fetchJson } from './sources/fetch-json.ts'
import type { SourceRow } from './queries.ts'

/** Result of one fetch: prices with their source, and the status of every queried source. */
type FetchResult = { quotes: (Quote & { source: string })[]; sources: SourceRow[] }

/**
 * Queries the sources one after the other, each only for mints the previous ones did not report. Sources in cooldown
 * are skipped.
 *
 * @param before Their previous status.
 */
export async function fetchQuotes({
  sources,
  mints,
  before,
  now,
  signal,
}: {
  sources: readonly PriceSource[]
  mints: readonly string[]
  before: readonly SourceRow[]
  now: () => Date
  signal: AbortSignal
}): Promise<FetchResult> {
  const result: FetchResult = { quotes: [], sources: [] }
  for (const source of sources) {
    const known = before.find(({ name }) => name === source.name)
    const missing = source.knows(mints.filter((mint) => !result.quotes.some((quote) => quote.mint === mint)))
    if (missing.length === 0 || signal.aborted || (known?.cooldownUntil && known.cooldownUntil > now())) continue
    const { url, headers } = source.request(missing)
    const answer = await fetchJson(url, headers, signal)
    if (signal.aborted) break
    if (answer.ok)
      result.quotes.push(...source.read(answer.body, missing).map((quote) => ({ ...quote, source: source.name })))
    const cooldown = answer.ok ? source.cooldownSeconds : Math.max(answer.cooldownSeconds ?? 0, source.cooldownSeconds)
    result.sources.push({
      name: source.name,
      answeredAt: answer.ok ? now() : (known?.answeredAt ?? null),
      error: answer.ok ? '' : answer.error,
      failingSince: answer.ok ? null : (known?.failingSince ?? now()),
      cooldownUntil: cooldown > 0 ? new Date(now().getTime() + cooldown * 1000) : null,
    })
  }
  return result
}
