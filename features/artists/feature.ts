import { join } from 'node:path'
import { defineFeature, defineJob, type FeatureDeps } from '#platform/feature.ts'
import { fetchPicture } from '#platform/outside/fetch-picture.ts'
import { figureAddress } from '#shared/chladni-address.ts'
import type { SiteRecord } from '#features/issues/contract.ts'
import type { Recording } from '#features/radio/contract.ts'
import { isSentFile, sentFileKey, trackLevelsPath, youtubeOrigin, youtubePosters } from './contract.ts'
import { loadArtists } from './server/catalogue.ts'
import { posterRoutes } from './server/posters/poster-routes.ts'
import { createPosters } from './server/posters/posters.ts'
import { findArtistRecording } from './server/recordings.ts'
import { artistRoutes } from './server/routes.ts'
import { artistUploadRoutes } from './server/upload-routes.ts'

/** The roster: profiles, tracks, videos and the posters of videos on YouTube. */
export const artists = defineFeature({
  name: 'artists',
  create({
    config,
    contentDir,
    db,
    storage,
    edits,
    clock,
    log,
    jobs,
    analyseRecording,
    readRecording,
    features,
  }: FeatureDeps<'contentDesk' | 'deskLog'>) {
    const { contentDesk, deskLog } = features
    const { service, editable } = loadArtists(contentDir, edits)
    const all = () => service.list().flatMap(({ slug }) => service.find(slug) ?? [])
    const youtubeIds = () => all().flatMap(({ videos }) => videos.flatMap(({ youtubeId }) => youtubeId ?? []))
    const base = config.YOUTUBE_POSTER_BASE_URL ?? youtubePosters
    // A fake of YouTube is where the configuration says, also inside the network.
    const localHosts = config.YOUTUBE_POSTER_BASE_URL ? { localHosts: [new URL(base).host] } : {}
    const posters = createPosters({
      db,
      storage,
      clock,
      log,
      ids: youtubeIds,
      fetch: (address) => fetchPicture(address, { timeoutMs: 4_000, ...localHosts }),
      base: base.replace(/\/$/, ''),
    })
    // A video may be new.
    edits.onChange(() => jobs.wake('artists.fetch-posters'))
    return {
      services: { artists: service },
      editable,
      async routes(app) {
        await app.register(artistRoutes({ artists: service, contentDir, storage, analyseRecording }))
        await app.register(posterRoutes({ artists: service, storage }))
        await app.register(
          artistUploadRoutes({
            storage,
            readRecording,
            fillDraft: ({ slug, ...rest }) => contentDesk.fillDraft({ kind: 'artist', key: slug, ...rest }),
            onKept: ({ slug, ...rest }) => deskLog.record({ act: 'content.send', subject: `artist:${slug}`, ...rest }),
          }),
        )
      },
      jobs: [
        defineJob({
          name: 'artists.fetch-posters',
          title: 'Fetch posters of videos on YouTube',
          role: 'worker',
          every: '1h',
          // The files of the catalogue may have changed while nothing ran.
          atStart: true,
          run: posters.now,
        }),
      ],
      trackAdminPage: (id) =>
        id.startsWith('track:') ? `/admin/content/artist/${id.slice('track:'.length)}` : undefined,
      externalOrigins: () => ({ frames: youtubeIds().length > 0 ? [youtubeOrigin] : [] }),
      findRecording: findArtistRecording(service, contentDir),
      // The built-in station plays the featured track of every artist.
      stationRecordings: () =>
        all().flatMap(({ slug, name, genres, image, featuredTrack: track }): Recording[] => {
          if (!track) return []
          return [
            {
              id: `track:${slug}`,
              title: track.title,
              artist: name,
              album: '',
              genre: genres[0] ?? '',
              artistUrl: `/artist/${slug}`,
              art: image || figureAddress({ slug, variant: 'square', width: 640 }),
              levelsUrl: trackLevelsPath(slug),
              file: isSentFile(track.file)
                ? storage.localPath(sentFileKey(slug, track.file))
                : join(contentDir, 'artists', slug, track.file),
              durationSeconds: track.durationSeconds,
            },
          ]
        }),
      newsletterRecords: {
        max: 3,
        rotates: true,
        list: (_since, now) =>
          all().map(({ slug, name, aiGenerated, genres, tagline, featuredTrack: track }): SiteRecord => {
            const made = aiGenerated ? 'an AI artist' : 'an artist'
            const begin = track ? ` The track to begin with: “${track.title}”.` : ''
            const facts = `${name} is ${made} of the Swade roster: ${genres.join(', ')}. ${tagline}${begin}`
            return { kind: 'artist', title: name, facts, path: `/artist/${slug}`, at: now }
          }),
      },
    }
  },
})
