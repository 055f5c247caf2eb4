import { expect, test } from 'vitest'
import { contentSecurityPolicy, joinOrigins, permissionsPolicy } from './security-headers.ts'

test('by default pages frame and reach no other host, and no frame may use a device', () => {
  const origins = joinOrigins([{}, { frames: [] }, { connect: [] }])
  expect(contentSecurityPolicy(origins)).toContain("frame-src 'self';")
  expect(contentSecurityPolicy(origins)).toContain("connect-src 'self';")
  expect(permissionsPolicy(origins)).toBe('camera=(), microphone=(self), geolocation=(), payment=(), usb=()')
})

test('origins of features are allowed once, in order, and a device only for the origin that a feature names', () => {
  const origins = joinOrigins([
    { frames: ['https://one.example', 'https://one.example'] },
    { frames: ['https://www.youtube-nocookie.com'] },
    { frames: ['https://www.spatial.io'], microphone: ['https://www.spatial.io'], camera: ['https://www.spatial.io'] },
    { media: ['https:'], connect: ['wss://agent.example:*'] },
  ])
  expect(contentSecurityPolicy(origins)).toContain(
    "frame-src 'self' https://one.example https://www.youtube-nocookie.com https://www.spatial.io;",
  )
  expect(contentSecurityPolicy(origins)).toContain("media-src 'self' blob: https:;")
  expect(contentSecurityPolicy(origins)).toContain("connect-src 'self' wss://agent.example:*;")
  expect(permissionsPolicy(origins)).toContain(
    'camera=("https://www.spatial.io"), microphone=(self "https://www.spatial.io")',
  )
})

test('an address that would end a directive is not an origin', () => {
  expect(
    joinOrigins([{ frames: ['https://a;script-src.example', "https://a,'unsafe-inline'.example"] }]).frames,
  ).toEqual([])
})

test('styles are limited to those of the page, images to configured hosts; only pages for emails allow any', () => {
  const origins = joinOrigins([{ images: ['https://pictures.example', 'https://pictures.example'] }])
  const strict = contentSecurityPolicy(origins, { styles: ['sha256-a', 'sha256-b'] })
  expect(strict).toContain("style-src 'self' 'sha256-a' 'sha256-b'; style-src-attr 'unsafe-inline';")
  expect(strict).toContain("img-src 'self' data: blob: https://pictures.example;")
  expect(contentSecurityPolicy(joinOrigins([]))).toContain(
    "style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data: blob:;",
  )
  const relaxed = contentSecurityPolicy(origins, { styles: 'any', allowsAnyImage: true })
  expect(relaxed).toContain("style-src 'self' 'unsafe-inline';")
  expect(relaxed).toContain("img-src 'self' data: blob: https: https://pictures.example;")
})
