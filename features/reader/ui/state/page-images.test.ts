import { expect, onTestFinished, test } from 'vitest'
import { createImageCache, decodedName } from './page-images.ts'

function picture(width = 1000, height = 1500) {
  const made = { width, height, isClosed: false, close: () => void (made.isClosed = true) }
  return made
}

test('going back to a page finds its decoded image, once', () => {
  const source = createImageCache()
  const left = picture()
  source.saveDecoded('page 100', left)
  expect(source.claimDecoded('page 200')).toBeUndefined()
  expect(source.claimDecoded('page 100')).toBe(left)
  expect(source.claimDecoded('page 100')).toBeUndefined()
  expect(left.isClosed).toBe(false)
})

test('at most two or three decoded pages are cached, and none that is too large alone', () => {
  const source = createImageCache()
  const [first, second, third] = [picture(), picture(), picture()]
  source.saveDecoded('first', first)
  source.saveDecoded('second', second)
  source.saveDecoded('third', third)
  expect([first.isClosed, second.isClosed, third.isClosed]).toEqual([true, false, false])
  const large = picture(2448, 3672)
  source.saveDecoded('large', large)
  expect([second.isClosed, third.isClosed, large.isClosed]).toEqual([true, true, true])
  expect(source.claimDecoded('large')).toBeUndefined()
})

test('the probably next image is fetched and decoded once, and the previous guess is dropped', async () => {
  const requests: string[] = []
  const answered = globalThis.fetch
  onTestFinished(() => void (globalThis.fetch = answered))
  globalThis.fetch = (address, how) => {
    requests.push(String(address))
    if (String(address).startsWith('/1-'))
      return new Promise((_done, reject) => how?.signal?.addEventListener('abort', () => reject(new Error('gone'))))
    return Promise.resolve(new Response('packed'))
  }
  const source = createImageCache()
  const unpack = async () => picture() as unknown as ImageBitmap
  source.prefetch((width) => `/1-${width}`, unpack)
  expect(requests).toEqual([])
  source.shownAt({ imageWidth: 816, pixels: 800 })
  source.prefetch((width) => `/1-${width}`, unpack)
  source.prefetch((width) => `/12-${width}`, unpack)
  source.prefetch((width) => `/12-${width}`, unpack)
  expect(source.claimPrefetched(decodedName('/1-816', 800))).toBeUndefined()
  expect(await source.claimPrefetched(decodedName('/12-816', 800))).toMatchObject({ isClosed: false })
  expect(requests).toEqual(['/1-816', '/12-816'])
  source.prefetch((width) => `/1-${width}`, unpack)
  // The guess was dropped, so it is fetched again.
  expect(requests).toEqual(['/1-816', '/12-816', '/1-816'])
})

test('a new edition clears the images of the old one', () => {
  const source = createImageCache()
  const left = picture()
  source.saveDecoded('page 1', left)
  source.clear()
  expect([left.isClosed, source.claimDecoded('page 1')]).toEqual([true, undefined])
})
