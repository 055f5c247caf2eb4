import { defineFeature, type FeatureDeps } from '#platform/feature.ts'
import { deleteUnnamedFiles } from '#platform/storage/unnamed-files.ts'
import { translateError } from '#shared/messages.ts'
import { quoteTitle } from '#shared/quotation-marks.ts'
import { importedTrackPlace, tracksPath } from './contract.ts'
import { findBySha256, listCovers, listFiles } from './server/queries.ts'
import { trackImportRoutes } from './server/routes.ts'
import { createTrackImport, stationIdOf } from './server/track-import.ts'

/**
 * Minimum age of an unreferenced file before it is deleted; its row follows within one transaction, which takes less
 * than an hour.
 */
const youngMs = 3600_000

// An artist’s page has its own copy of the file.
const onPageRemedy =
  'Restore it from a backup or remove the track from the list. The artist’s page does not use this file.'

/**
 * Advice to the owner about a missing file, by the destination of its track. The file of a listed track counts as
 * known, so it is not imported again before the track is discarded.
 */
const lossRemedies = {
  later: 'Restore it from a backup, or discard the track and upload it again.',
  station: 'Restore it from a backup, or remove the track from the station, discard it and upload it again.',
  list: onPageRemedy,
  page: onPageRemedy,
}

type Deps = FeatureDeps<'artists' | 'artistFiles' | 'contentAdmin' | 'auditLog' | 'stationTracks'>

/** The owner's import of recordings. */
export const tracks = defineFeature({
  name: 'tracks',
  create({ db, storage, clock, log, readRecording, readTags, texts, collect, features }: Deps) {
    const { artists, artistFiles, contentAdmin, auditLog, stationTracks } = features
    const messageOf = (error: Parameters<typeof translateError>[1]) => translateError(texts.translator('en'), error)
    const findSame = async (sha256: string) => {
      for (const find of collect('findSameRecording')) {
        const found = await find(sha256)
        if (found) return found
      }
      return undefined
    }
    /**
     * A track that was removed from the station may still be on air, because a play that has begun continues to its
     * end.
     */
    const listNamedFiles = async () => {
      // The station is read first, so that a track that is returned from it in the meantime is found in a row.
      const onStation = await stationTracks.listFiles()
      return new Set([...onStation, ...(await listFiles(db)).map(({ storageKey }) => storageKey)])
    }
    return {
      services: {
        trackImport: createTrackImport({
          db,
          storage,
          clock,
          artists,
          artistFiles,
          contentAdmin,
          tracks: stationTracks,
          auditLog,
          messageOf,
        }),
      },
      async routes(app) {
        await app.register(trackImportRoutes({ db, storage, readRecording, readTags, findSame, log }))
      },
      findSameRecording: async (sha256) => {
        const row = await findBySha256(db, sha256)
        return row && { title: row.title, place: importedTrackPlace, href: `${tracksPath}#${row.id}` }
      },
      trackAdminPage: (id) =>
        id.startsWith(stationIdOf('')) ? `${tracksPath}#${id.slice(stationIdOf('').length)}` : undefined,
      storedOriginals: async () =>
        (await listFiles(db)).map(({ id, storageKey, title, artist, use }) => ({
          key: storageKey,
          title: artist ? `${quoteTitle(title)} by ${artist}` : quoteTitle(title),
          href: `${tracksPath}#${id}`,
          remedy: lossRemedies[use],
        })),
      imageTexts: () => listCovers(db),
      retention: [
        {
          data: 'Recordings of discarded tracks',
          outcome: 'deleted; a track on the air plays to its end',
          days: 1,
          deleteBefore: (before) =>
            deleteUnnamedFiles({
              storage,
              folder: 'tracks/',
              before,
              nameOf: (key) => key,
              listNames: listNamedFiles,
              log,
            }),
        },
      ],
      async referencedFiles({ isAlone }) {
        const named = await listNamedFiles()
        return async (key) => {
          if (!key.startsWith('tracks/') || named.has(key)) return true
          const facts = isAlone ? undefined : await storage.stat(key)
          return facts !== undefined && Date.now() - facts.modifiedAt.getTime() < youngMs
        }
      },
    }
  },
})
