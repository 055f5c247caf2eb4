import sharp from 'sharp'
import { beforeEach, expect, test } from 'vitest'
import type { FetchedImage } from '#platform/http-client/fetch-image.ts'
import { openTimedSite } from '#tests/support/timed-site.ts'
import { createPosters, posterKey } from './posters.ts'

const film = 'dQw4w9WgXcQ'
const gone = '-GoneFilm_1'

const { site, requests, note, later, clock, log } = openTimedSite()
let ids: string[]
let answers: Record<string, FetchedImage>

beforeEach(async () => {
  ids = [film, gone]
  answers = {}
  await site().database.pool.query('delete from artist_posters')
  for (const id of [film, gone]) await site().storage.delete(posterKey(id))
})

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#804020' } })
    .jpeg()
    .toBuffer()

const open = () =>
  createPosters({
    db: site().database.db,
    storage: site().storage,
    clock,
    log,
    ids: () => ids,
    base: 'https://pictures.example',
    fetch: async (address) => {
      note(address.replace('https://pictures.example/vi/', ''))
      return (
        answers[address.replace('https://pictures.example/vi/', '')] ?? {
          ok: false,
          why: 'the server returned status 404',
        }
      )
    },
  })

test('a poster is fetched once in the largest size and re-encoded as 16:9', async () => {
  ids = [film]
  answers[`${film}/hqdefault.jpg`] = { ok: true, bytes: await picture(480, 360) }
  await open().now()
  await open().now()
  expect(requests()).toEqual([`${film}/maxresdefault.jpg`, `${film}/hqdefault.jpg`])
  expect(await site().storage.withFile(posterKey(film), (path) => sharp(path).metadata())).toMatchObject({
    format: 'webp',
    width: 480,
    height: 270,
  })
})

test('a file that is not an image, or YouTube’s gray placeholder, is not saved and is fetched again hours later', async () => {
  answers[`${film}/maxresdefault.jpg`] = { ok: true, bytes: Buffer.from('<html>not a picture</html>') }
  answers[`${gone}/hqdefault.jpg`] = { ok: true, bytes: await picture(120, 90) }
  await open().now()
  expect(requests()).toHaveLength(4)
  expect(await site().storage.list('posters/')).toEqual([])
  await open().now()
  expect(requests()).toHaveLength(4)
  later(7 * 60)
  answers[`${film}/maxresdefault.jpg`] = { ok: true, bytes: await picture(1280, 720) }
  await open().now()
  expect(await site().storage.list('posters/')).toEqual([posterKey(film)])
})

test('an SVG or GIF named as JPEG is rejected', async () => {
  const strange = [
    Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="720"><rect width="1280" height="720"/></svg>',
    ),
    await sharp(await picture(1280, 720))
      .gif()
      .toBuffer(),
    await sharp(await picture(1280, 720))
      .tiff()
      .toBuffer(),
  ]
  for (const bytes of strange) {
    answers[`${film}/maxresdefault.jpg`] = { ok: true, bytes }
    await open().now()
    later(7 * 60)
  }
  expect(requests().filter((path) => path === `${film}/maxresdefault.jpg`)).toHaveLength(strange.length)
  expect(await site().storage.list('posters/')).toEqual([])
  for (const kind of ['png', 'webp'] as const) {
    answers[`${film}/maxresdefault.jpg`] = {
      ok: true,
      bytes: await sharp(await picture(1280, 720))
        .toFormat(kind)
        .toBuffer(),
    }
    await open().now()
    expect(await site().storage.list('posters/'), kind).toEqual([posterKey(film)])
    await site().storage.delete(posterKey(film))
  }
})

test('a poster missing in the storage is fetched again', async () => {
  ids = [film]
  answers[`${film}/maxresdefault.jpg`] = { ok: true, bytes: await picture(1280, 720) }
  await open().now()
  await site().storage.delete(posterKey(film))
  await open().now()
  expect(requests()).toHaveLength(2)
  expect(await site().storage.list('posters/')).toEqual([posterKey(film)])
})

test('two processes fetch each poster once; the poster of a removed video is deleted', async () => {
  for (const id of ids) answers[`${id}/maxresdefault.jpg`] = { ok: true, bytes: await picture(1280, 720) }
  await Promise.all([open().now(), open().now()])
  expect(requests().toSorted()).toEqual([`${gone}/maxresdefault.jpg`, `${film}/maxresdefault.jpg`].toSorted())
  ids = [film]
  await open().now()
  expect(await site().storage.list('posters/')).toEqual([posterKey(film)])
})
