import { expect, test } from 'vitest'
import { roomAt } from './room-address.ts'

const site = 'https://swade.example'
const id = '62f1a0b3c4d5e6f708192a3b'

test('the page of a room gives its embed address, with the share parameter, autoplay and voice', () => {
  expect(roomAt(`https://www.spatial.io/s/Swade-Hall-${id}?share=1234`, site)).toEqual({
    url: `https://www.spatial.io/s/Swade-Hall-${id}?share=1234`,
    host: 'www.spatial.io',
    embedUrl: `https://www.spatial.io/embed/Swade-Hall-${id}?share=1234&autoplay=1&enableRtc=1`,
  })
})

test("an embed address is accepted and gives the room's page", () => {
  const room = roomAt(`https://www.spatial.io/embed/Swade-${id}?share=7&autoplay=0&evil=1`, site)
  expect(room?.url).toBe(`https://www.spatial.io/s/Swade-${id}?share=7`)
  expect(room?.embedUrl).toBe(`https://www.spatial.io/embed/Swade-${id}?share=7&autoplay=1&enableRtc=1`)
})

test.each([
  ['https://rooms.example/swade', site],
  ['https://www.spatial.io/@swade', site],
  [`https://www.spatial.io/s/x/Swade-${id}`, site],
  [`https://www.spatial.io/s/Swade-${id.slice(1)}`, site],
  // Mixed content, and rooms on the site's own origin.
  [`http://www.spatial.io/s/Swade-${id}`, site],
  [`${site}/s/Swade-${id}`, site],
])('%s is linked and not embedded', (address, origin) => {
  expect(roomAt(address, origin)).toMatchObject({ url: address, embedUrl: undefined })
})

test('without a valid address there is no room', () => {
  expect(roomAt(undefined, site)).toBeUndefined()
  expect(roomAt('', site)).toBeUndefined()
  expect(roomAt('not an address', site)).toBeUndefined()
})
