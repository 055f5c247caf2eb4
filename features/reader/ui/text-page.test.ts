import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { joinCatalogues } from '#server/languages/catalogues.ts'
import { type Services, servicesContext } from '#shared/services.ts'
import { en } from '#features/reader/messages/en.ts'
import type { PageText, PublicManifest } from '#features/reader/contract.ts'
import { loader as readLoader } from './reader-page.tsx'
import { loader as wordsLoader } from './text-page.tsx'

type Known = { opening?: PublicManifest; text?: PageText; cookie?: string }
const opening: PublicManifest = { edition: '0123456789abcdef', totalPages: 8, openPages: 5, pageSizes: [] }

/** Creates loader arguments for a book's pages with the given reader state. */
function argsOf(bookId: string, { opening: known, text, cookie = '' }: Known) {
  const context = new RouterContextProvider()
  context.set(servicesContext, {
    books: {
      find: (id: string) => (id === 'one' ? { id, title: 'One', isFree: false, audioChapters: [] } : undefined),
      findUnlisted: (id: string) =>
        id === 'gone' ? { id, title: 'Gone', isFree: false, audioChapters: [] } : undefined,
    },
    reader: {
      findPublicManifest: async () => known,
      findPublicText: async () => text,
      canReadAll: async (header?: string) => header === 'bought',
    },
    texts: joinCatalogues({ features: [{ name: 'reader', messages: { en, es: en } }] }),
  } as unknown as Services)
  return {
    params: { bookId },
    request: new Request(`https://swade.example/book/${bookId}/words`, { headers: { cookie } }),
    context,
  } as never
}

async function statuses(bookId: string, known: Known) {
  const args = argsOf(bookId, known)
  const statusOf = (work: Promise<unknown>) =>
    work.then(
      (answer) => (answer as { init: ResponseInit | null }).init?.status ?? 200,
      (error: unknown) => (error as { status: number }).status,
    )
  return [await statusOf(readLoader(args)), await statusOf(wordsLoader(args))]
}

test('a book that is not ready, or whose text is unavailable, gets an error that is not cached', async () => {
  const text = { page: 1, lines: [] }
  expect(await statuses('one', {})).toEqual([503, 503])
  expect(await statuses('one', { opening })).toEqual([200, 503])
  expect(await statuses('one', { opening, text })).toEqual([200, 200])
  expect(await statuses('nobody', {})).toEqual([404, 404])
})

test('a book removed from the library is available to its buyers only, with and without JavaScript', async () => {
  const text = { page: 1, lines: [] }
  expect(await statuses('gone', { opening, text })).toEqual([404, 404])
  expect(await statuses('gone', { opening, text, cookie: 'bought' })).toEqual([200, 200])
})

test('a continued line is joined with the one before it, so that a link splits no word', async () => {
  const line = (text: string, isGlued?: true) => ({
    x: 0.1,
    y: 0.1,
    width: 0.1,
    height: 0.02,
    text,
    ...(isGlued ? { isGlued } : {}),
  })
  const text = { page: 1, lines: [line('see ['), line('Gad06', true), line('], and', true), line('more')] }
  const answer = (await wordsLoader(argsOf('one', { opening, text }))) as {
    data: { words: { pages: { lines: string[] }[] } }
  }
  expect(answer.data.words.pages[0]!.lines).toEqual(['see [Gad06], and', 'more'])
})
