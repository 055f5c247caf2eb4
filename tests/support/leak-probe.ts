import { expect } from 'vitest'
import { type ReaderManifest, readerPath } from '#features/reader/contract.ts'
import { findSecrets, type Secret, collectSecrets } from './book-secrets.ts'
import { type PlainAnswer, plainRequest, type RequestVariant } from './plain-request.ts'

/** Paid books. */
export const paidBooks = [
  'ai-fun-profit',
  'building-websites-lovable',
  'indie-music-ai-guide',
  'swade-real-ai-music',
  'tokenizing-your-business',
]
/** Paid book for tests. */
export const paid = 'swade-real-ai-music'
export const freeBook = 'indie-music-ai-guide-2'

/** A visitor without purchases that searches responses for locked content. */
export type LeakProbe = {
  /** 40 secrets of each paid book. */
  secrets: Secret[]
  /** Manifests of all paid books for this visitor. */
  locked: ReaderManifest[]
  manifestOf(bookId: string): ReaderManifest
  get(path: string, headers?: Record<string, string>): Promise<PlainAnswer>
  /**
   * Sends all request variants and expects no secret in the responses.
   *
   * @returns The status codes.
   */
  leaksNothing(path: string, ways?: RequestVariant[]): Promise<number[]>
}

let taken: Promise<Secret[]> | undefined

/** Creates the probe of a site. Secrets are collected once per worker, which takes seconds. */
export async function createLeakProbe({ origin }: { origin: string }): Promise<LeakProbe> {
  const get: LeakProbe['get'] = (path, headers = {}) => plainRequest(origin, path, { headers })
  const readManifest = async (bookId: string) => {
    const { status, body } = await get(readerPath(bookId))
    expect(status, body.toString()).toBe(200)
    return JSON.parse(body.toString()) as ReaderManifest
  }
  const secrets = await (taken ??= collectSecrets(paidBooks, [freeBook], 40))
  expect(secrets).toHaveLength(200)
  const manifests = await Promise.all([...paidBooks, freeBook].map(readManifest))
  const locked = manifests.filter(({ access }) => access === 'preview')
  expect(locked.map(({ bookId }) => bookId)).toEqual(paidBooks)
  return {
    secrets,
    locked,
    manifestOf: (bookId) => manifests.find((manifest) => manifest.bookId === bookId)!,
    get,
    async leaksNothing(path, ways = [{}]) {
      const statuses: number[] = []
      for (const way of ways) {
        const { status, body } = await plainRequest(origin, path, way)
        statuses.push(status)
        const found = await findSecrets(body, secrets)
        expect.soft([path, way, found]).toEqual([path, way, []])
        expect.soft(status, path).not.toBe(500)
      }
      return statuses
    },
  }
}
