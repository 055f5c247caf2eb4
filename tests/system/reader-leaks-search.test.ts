import { beforeAll, expect, test } from 'vitest'
import { searchPath, type SearchReply } from '#features/reader/contract.ts'
import { findSecrets, previewPages } from '#tests/support/book-secrets.ts'
import { disguises } from '#tests/support/leak-addresses.ts'
import { createLeakProbe, type LeakProbe, paid } from '#tests/support/leak-probe.ts'
import { sharedSite } from '#tests/support/shared-site.ts'

const site = sharedSite()
let probe: LeakProbe
beforeAll(async () => {
  probe = await createLeakProbe(site)
})

/** Searches as the visitor at this address. */
async function search(bookId: string, words: string, address: string): Promise<SearchReply> {
  const { body, status } = await probe.get(`${searchPath(bookId)}?q=${encodeURIComponent(words)}`, {
    'x-forwarded-for': address,
  })
  expect(status, body.toString()).toBe(200)
  expect.soft([words, await findSecrets(body, probe.secrets)]).toEqual([words, []])
  return JSON.parse(body.toString()) as SearchReply
}
const onLocked = ({ hits }: SearchReply) => hits.filter(({ page }) => page > previewPages)

test('search reports the locked page of a hit, but not its context', async () => {
  const around = new Set<string>()
  for (const [shelf, { bookId }] of probe.locked.entries()) {
    const own = probe.secrets.filter((secret) => secret.bookId === bookId)
    let found = 0
    for (const [index, { words, page }] of own.slice(0, 12).entries()) {
      const [first = '', second = '', third = ''] = words.split(/[ ,.]+/).slice(1)
      const address = `198.51.${shelf}.${index}`
      for (const query of [second, `${first} ${second}`]) {
        const reply = await search(bookId, query, address)
        expect(reply.isQuotaSpent).toBe(false)
        for (const hit of onLocked(reply)) {
          expect(hit).toMatchObject({ isLocked: true, match: query, lines: [] })
          expect(`${hit.before}${hit.after}`).toMatch(/^[░ ]+$/)
          around.add(`${hit.before}|${hit.after}`)
        }
        if (onLocked(reply).some((hit) => hit.page === page)) found += 1
      }
      // Three words do not search locked pages.
      expect(onLocked(await search(bookId, `${first} ${second} ${third}`, address))).toEqual([])
    }
    expect(found, `words of ${bookId} found on locked pages`).toBeGreaterThan(0)
    await probe.leaksNothing(searchPath(bookId), disguises)
    await probe.leaksNothing(`${searchPath(bookId)}?q=.`)
    await probe.leaksNothing(`${searchPath(bookId)}?q=${'%20'.repeat(50)}`)
  }
  // Every hit has the same blanks.
  expect(around.size).toBe(1)
})

test('unlimited searching reveals nothing more: existing and missing words get the same answer', async () => {
  const address = '203.0.113.7'
  const isWord = (word: string) => /^[a-z]{5,}$/.test(word)
  const words = probe.secrets
    .filter(({ bookId }) => bookId === paid)
    .flatMap((secret) =>
      secret.words
        .split(/[ ,.]+/)
        .slice(1, -1)
        .filter(isWord),
    )
  let there: string | undefined
  for (const word of new Set(words)) {
    const reply = await search(paid, word, '203.0.113.8')
    if (onLocked(reply).length > 0 && onLocked(reply).length === reply.hits.length) there = word
    if (there !== undefined || reply.isQuotaSpent) break
  }
  expect(there, 'a word that stands on locked pages only').toBeDefined()
  expect(onLocked(await search(paid, there!, address)).length).toBeGreaterThan(0)
  // Missing words count against the limit too.
  let searchCount = 1
  for (; searchCount < 100 && !(await search(paid, `zzz${searchCount}`, address)).isQuotaSpent; searchCount += 1);
  expect(searchCount).toBe(60)
  const { query: _there, ...present } = await search(paid, there!, address)
  const { query: _absent, ...absent } = await search(paid, 'zzzyxx', address)
  expect(present).toEqual({ hits: [], isCapped: false, isQuotaSpent: true })
  expect(absent).toEqual(present)
  // Another book, another spelling or custom headers do not avoid the limit.
  for (const query of [there!.toUpperCase(), ` ${there} `])
    expect(onLocked(await search(paid, query, `10.9.9.9, ${address}`))).toEqual([])
  expect((await search('ai-fun-profit', 'zzzyxx', address)).isQuotaSpent).toBe(true)
})
