import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadPageHandles } from '#tests/support/page-handles.ts'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'
import { removedArtistReason } from '#features/tracks/contract.ts'
import { addToPage } from './add-to-page.ts'
import { insertTrack, updateUse } from './queries.ts'
import { soundFrom, taggedTrack } from './test-tracks.ts'

const actor = 'owner@swade.example'
let site: TestSite

beforeAll(async () => void (site = await buildTestSite({ pageBuild: loadPageHandles })), 120_000)
afterAll(() => site?.close())

async function importTrack(title: string, artist: string) {
  const storageKey = `tracks/${title.toLowerCase()}.mp3`
  const sound = taggedTrack(soundFrom(400), { TIT2: title })
  await site.storage.put(storageKey, sound, { contentType: 'audio/mpeg' })
  const row = await insertTrack(site.database.db, {
    fileName: `${title}.mp3`,
    title,
    artist,
    album: '',
    genre: '',
    cover: '',
    notes: [],
    durationSeconds: 8,
    bitrateKbps: 128,
    sha256: createHash('sha256').update(sound).digest('hex'),
    bytes: sound.length,
    storageKey,
    actor,
  })
  return row!
}

test('a draft that the owner saves while tracks are added to the published page is not lost', async () => {
  const row = await importTrack('Race', 'Zuri Swade')
  const { contentAdmin, artistFiles } = site.services
  const at = { kind: 'artist', key: 'zuri-swade', actor }
  const published = () => contentAdmin.find(at.kind, at.key).then((entry) => entry!.published as { tagline: string })
  const draft = { ...(await published()), tagline: 'Drafted meanwhile.' }
  // The owner saves between the import's reading and its publishing.
  const whileOwnerSaves: typeof contentAdmin = {
    ...contentAdmin,
    async publish(request) {
      await contentAdmin.saveDraft({ ...at, data: draft })
      return contentAdmin.publish(request)
    },
  }
  const add = (admin: typeof contentAdmin) =>
    addToPage({ storage: site.storage, artistFiles, contentAdmin: admin }, [row], { slug: at.key, use: 'list', actor })
  await expect(add(whileOwnerSaves)).rejects.toMatchObject({ code: 'conflict' })
  expect((await contentAdmin.find(at.kind, at.key))?.draft?.data).toMatchObject({ tagline: 'Drafted meanwhile.' })
  // When the request is repeated, the track is added to the draft.
  expect(await add(contentAdmin)).toMatchObject({ slug: at.key })
  expect((await contentAdmin.find(at.kind, at.key))?.draft?.data).toMatchObject({
    tagline: 'Drafted meanwhile.',
    tracks: [{ title: 'Race' }],
  })
})

test('a track by a removed artist says what to do before it is added to the artist, as the refusal does', async () => {
  const { trackImport, contentAdmin } = site.services
  const { id, title, artist, album } = await importTrack('Early', 'juno swade')
  const find = async () => (await trackImport.waiting(1)).tracks.find((track) => track.id === id)
  expect(await find()).toMatchObject({ rosterArtist: { name: 'Juno Swade' } })
  const at = { kind: 'artist', key: 'juno-swade', actor }
  await contentAdmin.remove({ ...at, revision: (await contentAdmin.find(at.kind, at.key))!.revision })
  expect(await find()).toMatchObject({ rosterArtist: undefined, removedArtist: 'Juno Swade' })
  const outcome = await trackImport.add([{ id, details: { title, artist, album }, use: 'list' }], actor)
  expect(outcome).toEqual({ added: 0, drafts: [], problems: { [id]: removedArtistReason('Juno Swade') } })
})

test('what to do about a lost file depends on where its track was added', async () => {
  const [waiting, played, shown] = [
    await importTrack('Undecided', 'Luma Swade'),
    await importTrack('Played', 'Luma Swade'),
    await importTrack('Shown', 'Luma Swade'),
  ]
  await updateUse(site.database.db, played.id, 'station', new Date())
  await updateUse(site.database.db, shown.id, 'list', new Date())
  const originals = (await Promise.all(site.collect('storedOriginals').map((list) => list()))).flat()
  const remedyOf = ({ storageKey }: { storageKey: string }) => originals.find(({ key }) => key === storageKey)?.remedy
  expect(remedyOf(waiting)).toBe('Restore it from a backup, or discard the track and upload it again.')
  expect(remedyOf(played)).toMatch(/remove the track from the station, discard it and upload it again\.$/)
  expect(remedyOf(shown)).toMatch(/remove the track from the list\. The artist’s page does not use this file\.$/)
})
