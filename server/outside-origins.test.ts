import { expect, test } from 'vitest'
import { readConfig } from '#platform/config.ts'
import type { Services } from '#shared/services.ts'
import { outsideOriginsOf } from './outside-origins.ts'
import { contentSecurityPolicy, permissionsPolicy } from './plugins/security-headers.ts'

type Rooms = Parameters<typeof outsideOriginsOf>[1]

/** Rooms with as much in them as the policy is made from. */
function roomsWith(content: { platforms?: string[]; youtubeId?: string; spatialRoomUrl?: string }): Rooms {
  const videos = content.youtubeId ? [{ title: 'One', youtubeId: content.youtubeId }] : []
  return {
    platforms: { frameOrigins: () => (content.platforms ?? []).flatMap((url) => (url ? new URL(url).origin : [])) },
    artists: { list: () => [{ slug: 'a-swade' }], find: () => ({ videos }) },
    site: { spatialRoomUrl: content.spatialRoomUrl },
  } as unknown as Pick<Services, 'platforms' | 'artists' | 'site'>
}

test('with nothing configured, pages frame and reach nobody, and no frame may ask for a device', () => {
  const origins = outsideOriginsOf(readConfig({}), roomsWith({ platforms: ['', ''] }))()
  expect(contentSecurityPolicy(origins)).toContain("frame-src 'self';")
  expect(contentSecurityPolicy(origins)).toContain("connect-src 'self';")
  expect(permissionsPolicy(origins)).toBe('camera=(), microphone=(self), geolocation=(), payment=(), usb=()')
})

test('what the owner connects may be framed, each host once; the venue alone may ask for microphone and camera', () => {
  const content = {
    platforms: ['https://one.example/a', 'https://one.example/b', ''],
    youtubeId: 'dQw4w9WgXcQ',
    spatialRoomUrl: 'https://www.spatial.io/s/Room-0123456789abcdef01234567?share=1',
  }
  const ask = outsideOriginsOf(readConfig({}), roomsWith(content))
  expect(contentSecurityPolicy(ask())).toContain(
    "frame-src 'self' https://one.example https://www.youtube-nocookie.com https://www.spatial.io;",
  )
  expect(permissionsPolicy(ask())).toContain('camera=("https://www.spatial.io"), microphone=(self "https://www.spatial.io")')
})

test('it follows the catalogue without a new start', () => {
  const content: Parameters<typeof roomsWith>[0] = { platforms: [] }
  const rooms = roomsWith(content)
  const ask = outsideOriginsOf(readConfig({}), rooms)
  expect(ask().frames).toEqual([])
  content.platforms = ['https://later.example/']
  expect(ask().frames).toEqual(['https://later.example'])
})

test('an address that would end a directive is no origin', () => {
  const ask = outsideOriginsOf(
    readConfig({}),
    roomsWith({ platforms: ['https://a;script-src.example/', "https://a,'unsafe-inline'.example/"] }),
  )
  expect(ask().frames).toEqual([])
})
