import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { musicOf } from '#platform/recordings/frames/test-frames.ts'
import { localStorage } from '#platform/storage/local-storage.ts'
import { testRecording } from '../test-recordings.ts'
import { createStationDatabase } from '../test-station-database.ts'
import { createSourceHasher } from './source-hashes.ts'
import { createStationSounds } from './station-sounds.ts'

const database = createStationDatabase()

test('a recording that cannot be read during a storage outage plays once the storage is back', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sounds-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const storage = await localStorage(join(folder, 'files'))
  await storage.put('tracks/stored.mp3', musicOf(100), { contentType: 'audio/mpeg' })
  const recording = testRecording({ id: 'track:stored', file: 'tracks/stored.mp3' })
  let isAway = true
  const sounds = createStationSounds({
    db: database.db(),
    storage: {
      withFile: (key, read) => (isAway ? Promise.reject(new Error('storage is away')) : storage.withFile(key, read)),
    },
    catalogue: () => [recording],
    hashSource: createSourceHasher(storage),
    isTrusted: () => true,
  })
  expect([await sounds.identify(), sounds.playable(recording), await sounds.fallbacks([recording])]).toEqual([
    true,
    undefined,
    [],
  ])
  isAway = false
  expect(await sounds.fallbacks([recording])).toEqual([recording])
  await sounds.identify()
  expect(sounds.playable(recording)).toEqual(recording)
})
