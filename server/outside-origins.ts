import type { Config } from '#platform/config.ts'
import type { Services } from '#shared/services.ts'
import { youtubeOrigin } from '#features/artists/contract.ts'
import { outsideOrigins as stationOrigins } from '#features/radio/server/azuracast/outside-station.ts'
import { agentOrigins } from '#features/voice/server/sessions/agent-address.ts'
import type { OutsideOrigins } from './plugins/security-headers.ts'

type Rooms = Pick<Services, 'platforms' | 'artists' | 'site'>

/**
 * What pages may frame and reach of other hosts, by catalogue and configuration as they are when it is asked: each room names its own.
 *
 * One list for all pages: who follows a link inside the site keeps the policy of the page they came in by.
 */
export function outsideOriginsOf(config: Config, { platforms, artists, site }: Rooms): () => OutsideOrigins {
  return () => {
    const venue = site.spatialRoomUrl ? [new URL(site.spatialRoomUrl).origin] : []
    const hasYouTube = artists.list().some(({ slug }) => artists.find(slug)?.videos.some(({ youtubeId }) => youtubeId))
    return together([
      config.AZURACAST_URL ? stationOrigins(config.AZURACAST_URL) : {},
      { frames: platforms.frameOrigins() },
      { frames: hasYouTube ? [youtubeOrigin] : [] },
      { frames: venue, microphone: venue, camera: venue },
      { connect: config.ELEVENLABS_AGENT_ID ? agentOrigins({ baseUrl: config.ELEVENLABS_BASE_URL }) : [] },
    ])
  }
}

// The name of a host may hold a semicolon, which would end a directive; nobody's real one does. Beside hosts, a policy knows schemes (`https:`).
const isOrigin = (source: string) => /^(https?|wss?):(\/\/[\w.:[\]-]+(:\*)?)?$/.test(source)

function together(parts: readonly Partial<OutsideOrigins>[]): OutsideOrigins {
  const all = (kind: keyof OutsideOrigins) => [...new Set(parts.flatMap((part) => part[kind] ?? []))].filter(isOrigin)
  return {
    frames: all('frames'),
    media: all('media'),
    images: all('images'),
    connect: all('connect'),
    microphone: all('microphone'),
    camera: all('camera'),
  }
}
