import type { FastifyInstance } from 'fastify'
import { sendWithEtag } from '#platform/send-with-etag.ts'
import { type RadioService, stationInfoPath, stationPlaylists } from '#features/radio/contract.ts'
import { stationHeaders, type StationFacts } from './station-headers.ts'

type Options = { radio: Pick<RadioService, 'listenUrl' | 'nowPlaying'>; facts: () => StationFacts }

const maxAgeSeconds = 3600

/** Routes of the station for players and directories: `/radio.m3u`, `/radio.pls` and `/radio/streaminfo.json`. */
export function playlistRoutes({ radio, facts }: Options) {
  const station = () => ({ name: radio.nowPlaying().station.name, url: radio.listenUrl(), logo: facts().logo })

  return async function routes(app: FastifyInstance) {
    app.get(stationPlaylists.m3u, { config: { isPublic: true } }, (request, reply) =>
      sendWithEtag(request, reply.header('content-disposition', 'inline; filename="radio.m3u"'), {
        body: m3uOf(station()),
        type: 'audio/x-mpegurl; charset=utf-8',
        maxAgeSeconds,
      }),
    )

    app.get(stationPlaylists.pls, { config: { isPublic: true } }, (request, reply) =>
      sendWithEtag(request, reply.header('content-disposition', 'inline; filename="radio.pls"'), {
        body: plsOf(station()),
        type: 'audio/x-scpls; charset=utf-8',
        maxAgeSeconds,
      }),
    )

    app.get(stationInfoPath, { config: { isPublic: true } }, (request, reply) =>
      sendWithEtag(request, reply, {
        body: JSON.stringify(stationHeaders(facts(), radio.listenUrl()), undefined, 2),
        type: 'application/json; charset=utf-8',
        maxAgeSeconds,
      }),
    )
  }
}

type PlaylistEntry = { name: string; url: string; logo: string }

/** Returns the station as an extended M3U playlist; a length of -1 marks a live stream. */
export function m3uOf({ name, url, logo }: PlaylistEntry): string {
  const attribute = (text: string) => oneLine(text).replaceAll('"', "'")
  return [
    '#EXTM3U',
    `#EXTINF:-1 tvg-name="${attribute(name)}" tvg-logo="${attribute(logo)}" radio="true",${oneLine(name)}`,
    url,
    '',
  ].join('\n')
}

/** Returns the station as a PLS playlist, version 2. */
export function plsOf({ name, url }: PlaylistEntry): string {
  return [
    '[playlist]',
    'NumberOfEntries=1',
    `File1=${url}`,
    `Title1=${oneLine(name)}`,
    'Length1=-1',
    'Version=2',
    '',
  ].join('\n')
}

// In both formats a line break ends an entry.
const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
