import { parseM3U } from '@iptv/playlist'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import type { NowPlaying } from '#features/radio/contract.ts'
import { m3uOf, playlistRoutes, plsOf } from './playlist-routes.ts'

const stream = 'https://swade.example/radio/stream.mp3'
const logo = 'https://swade.example/icon-512.png'

function site({ isListed = true, name = 'Swade Radio' } = {}) {
  const app = Fastify()
  const nowPlaying = () => ({ station: { name } }) as NowPlaying
  const facts = () => ({
    name,
    description: 'Music by people and machines.',
    genre: 'electronic,ai',
    homepage: 'https://swade.example/radio',
    logo,
    isListed,
  })
  void app.register(playlistRoutes({ radio: { listenUrl: () => stream, nowPlaying }, facts }))
  return app
}

test('a player finds one live stream with name and logo in the M3U playlist', async () => {
  const reply = await site().inject('/radio.m3u')
  expect(reply.headers['content-type']).toBe('audio/x-mpegurl; charset=utf-8')
  const { channels } = parseM3U(reply.body)
  expect(channels).toHaveLength(1)
  expect(channels[0]).toMatchObject({
    name: 'Swade Radio',
    url: stream,
    tvgName: 'Swade Radio',
    tvgLogo: logo,
    duration: -1,
  })
  expect(reply.body).toMatch(/^#EXTM3U\n#EXTINF:-1 /)
})

test.each(['Two\nlines', 'Quotes "here", and a comma', 'Ünï – 電台', '#EXTINF:-1,x\r\nhttps://evil.example/'])(
  'the station name %j stays one entry in both playlists',
  (name) => {
    const entry = { name, url: stream, logo }
    expect(parseM3U(m3uOf(entry)).channels.map(({ url }) => url)).toEqual([stream])
    expect(m3uOf(entry).trimEnd().split('\n')).toHaveLength(3)
    expect(plsOf(entry).match(/^File\d=.*$/gm)).toEqual([`File1=${stream}`])
    expect(plsOf(entry).trimEnd().split('\n')).toHaveLength(6)
  },
)

test('the PLS playlist contains one endless stream', async () => {
  const reply = await site().inject('/radio.pls')
  expect(reply.headers['content-type']).toBe('audio/x-scpls; charset=utf-8')
  const [head, ...lines] = reply.body.trimEnd().split('\n')
  expect(head).toBe('[playlist]')
  expect(Object.fromEntries(lines.map((line) => line.split(/=(.*)/s)))).toEqual(
    expect.objectContaining({
      NumberOfEntries: '1',
      File1: stream,
      Title1: 'Swade Radio',
      Length1: '-1',
      Version: '2',
    }),
  )
})

test('a directory finds the metadata below the address in icy-url, and a site without a public origin stays unlisted', async () => {
  const reply = await site().inject('/radio/streaminfo.json')
  expect(reply.json()).toEqual({
    'icy-version': 2,
    'icy-index-metadata': 1,
    'icy-name': 'Swade Radio',
    'icy-description': 'Music by people and machines.',
    'icy-genre': 'electronic,ai',
    'icy-url': 'https://swade.example/radio',
    'icy-logo': logo,
    'icy-main-stream-url': stream,
    'icy-language-codes': 'en',
  })
  const hidden = await site({ isListed: false }).inject('/radio/streaminfo.json')
  expect(hidden.json()).toHaveProperty('icy-do-not-index', 1)
})

test('a player that has the current playlist gets 304', async () => {
  const app = site()
  const { headers } = await app.inject('/radio.m3u')
  const again = await app.inject({
    url: '/radio.m3u',
    headers: { 'if-none-match': `"other", ${String(headers.etag)}` },
  })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})
