import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { defineFeature, defineJob, type FeatureDeps } from '#platform/feature.ts'
import { fetchImage } from '#platform/http-client/fetch-image.ts'
import type { SiteRecord } from '#features/issues/contract.ts'
import type { Recording } from '#features/radio/contract.ts'
import { punctuateQuotes, quoteTitle } from '#shared/quotation-marks.ts'
import { externalOriginOf } from '#shared/web-address.ts'
import {
  isUploadedFile,
  storedTracks,
  trackLevelsPath,
  uploadedFileKey,
  youtubeOrigin,
  youtubePosters,
} from './contract.ts'
import { en } from './messages/en.ts'
import { es } from './messages/es.ts'
import { loadArtists } from './server/catalogue.ts'
import { namedFiles } from './server/named-files.ts'
import { posterRoutes } from './server/posters/poster-routes.ts'
import { createPosters } from './server/posters/posters.ts'
import { findArtistRecording, findUnpublishedTrack } from './server/recordings.ts'
import { artistRoutes } from './server/routes.ts'
import { artistSyndicationRoutes } from './server/syndication-routes.ts'
import { saveTrack, storeTrack } from './server/save-upload.ts'
import { artistUploadRoutes } from './server/upload-routes.ts'

/** The roster: profiles, tracks, videos and the posters of videos on YouTube. */
export const artists = defineFeature({
  name: 'artists',
  messages: { en, es },
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
    allServices,
    figureAddress,
  }: FeatureDeps<'contentAdmin' | 'auditLog'>) {
    const { contentAdmin, auditLog } = features
    const { service, editable } = loadArtists(contentDir, edits)
    const all = () => service.list().flatMap(({ slug }) => service.find(slug) ?? [])
    const youtubeIds = () => all().flatMap(({ videos }) => videos.flatMap(({ youtubeId }) => youtubeId ?? []))
    const base = config.YOUTUBE_POSTER_BASE_URL ?? youtubePosters
    // A configured fake of YouTube may be inside the local network.
    const localHosts = config.YOUTUBE_POSTER_BASE_URL ? { localHosts: [new URL(base).host] } : {}
    const posters = createPosters({
      db,
      storage,
      clock,
      log,
      ids: youtubeIds,
      fetch: (address) => fetchImage(address, { timeoutMs: 4_000, ...localHosts }),
      base: base.replace(/\/$/, ''),
    })
    // An edit may have added a video.
    edits.onChange(() => jobs.wake('artists.fetch-posters'))
    return {
      services: {
        artists: service,
        artistFiles: {
          async saveTrack(slug, path, known) {
            const received = await storage.receive(createReadStream(path))
            try {
              const { file, durationSeconds = 0 } = await (known
                ? storeTrack(storage, slug, received, known)
                : saveTrack(storage, slug, received, readRecording))
              return { file, durationSeconds }
            } finally {
              await received.discard()
            }
          },
        },
      },
      editable,
      async routes(app) {
        await app.register(artistRoutes({ artists: service, contentDir, storage, analyseRecording }))
        await app.register(
          artistSyndicationRoutes({
            artists: service,
            collectionsOf: (artist) =>
              allServices()
                .market.ofArtist(artist)
                .map(({ slug, name, description }) => ({ name, description, path: `/market#${slug}` })),
            contentDir,
            storage,
            origin: config.origin,
            siteName: () => config.SITE_NAME,
          }),
        )
        await app.register(posterRoutes({ artists: service, storage, figureAddress }))
        await app.register(
          artistUploadRoutes({
            storage,
            readRecording,
            fillDraft: ({ slug, ...rest }) => contentAdmin.fillDraft({ kind: 'artist', key: slug, ...rest }),
            onSaved: ({ slug, ...rest }) =>
              auditLog.record({ action: 'content.send', subject: `artist:${slug}`, ...rest }),
          }),
        )
      },
      jobs: [
        defineJob({
          name: 'artists.fetch-posters',
          title: 'Fetch YouTube video posters',
          role: 'worker',
          every: '1h',
          // The content files may have changed while the site was down.
          atStart: true,
          run: posters.now,
        }),
      ],
      trackAdminPage: (id) =>
        id.startsWith('track:') ? `/admin/content/artist/${id.slice('track:'.length)}` : undefined,
      artDirection: service.artworkOf,
      artworkPlaces: [
        { slug: 'roster', name: 'Roster', path: '/swade-fam' },
        { slug: 'artist-not-found', name: 'Artist not found', path: '/artist/not-found' },
      ],
      artworkSlugs: () => service.list().map(({ slug }) => slug),
      externalOrigins: () => ({
        frames: youtubeIds().length > 0 ? [youtubeOrigin] : [],
        images: all().flatMap(({ image }) => externalOriginOf(image)),
      }),
      findRecording: findArtistRecording(service, contentDir),
      findUnpublishedRecording: findUnpublishedTrack(service, contentDir),
      async findSameRecording(sha256) {
        // Uploads are named by the beginning of their hash.
        const file = `${sha256.slice(0, 32)}.mp3`
        return all()
          .flatMap(({ slug, name, ...artist }) => storedTracks(artist).map((track) => ({ slug, name, track })))
          .filter(({ track }) => track.file === file)
          .map(({ slug, name, track: { title } }) => ({
            title,
            place: `track of ${name}`,
            href: `/admin/content/artist/${slug}`,
          }))[0]
      },
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
              file: isUploadedFile(track.file)
                ? uploadedFileKey(slug, track.file)
                : join(contentDir, 'artists', slug, track.file),
              durationSeconds: track.durationSeconds,
            },
          ]
        }),
      storedOriginals: async () =>
        all().flatMap((artist) =>
          namedFiles(artist)
            .filter(({ file }) => isUploadedFile(file))
            .map(({ file }) => ({
              key: uploadedFileKey(artist.slug, file),
              title: `A file of ${artist.name}`,
              href: `/admin/content/artist/${artist.slug}`,
            })),
        ),
      newsletterRecords: {
        max: 3,
        rotates: true,
        list: (_since, now) =>
          all().map(({ slug, name, aiGenerated, genres, tagline, featuredTrack: track }): SiteRecord => {
            const made = aiGenerated ? 'an AI artist' : 'an artist'
            const begin = track ? punctuateQuotes(` Start with the track ${quoteTitle(track.title)}.`) : ''
            const facts = `${name} is ${made} on the ${config.SITE_NAME} roster: ${genres.join(', ')}. ${tagline}${begin}`
            return { kind: 'artist', title: name, facts, path: `/artist/${slug}`, at: now }
          }),
      },
    }
  },
})
